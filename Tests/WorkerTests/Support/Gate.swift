/// Opened once; whoever waits passes then, and whoever comes later, too.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    func passed() async { for await _ in stream {} }
}
