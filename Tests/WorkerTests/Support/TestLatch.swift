import Synchronization

/// An event of a test that happens once.
final class TestLatch: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let hasOpened = Mutex(false)

    init() { (stream, continuation) = AsyncStream.makeStream() }

    var isOpen: Bool { hasOpened.withLock(\.self) }

    func open() {
        hasOpened.withLock { $0 = true }
        continuation.finish()
    }

    func opened() async { for await _ in stream {} }
}
