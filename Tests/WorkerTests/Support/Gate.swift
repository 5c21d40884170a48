import Synchronization

/// Opened once; whoever waits passes then, and whoever comes later, too.
final class Gate: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let hasOpened = Mutex(false)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    var isOpen: Bool { hasOpened.withLock(\.self) }

    func open() {
        hasOpened.withLock { $0 = true }
        continuation.finish()
    }

    func passed() async { for await _ in stream {} }
}
