import Dispatch
import Testing

@testable import StatusServer

/// File operations on a file server that does not respond.
@Suite(.timeLimit(.minutes(20))) struct FileOperationsTests {
    /// Any number of concurrent operations is allowed while none is blocked.
    @Test func completedOperationReturnsItsOutput() async {
        let files = FileOperations(timeout: 3600)
        await withTaskGroup(of: Int?.self) { group in
            for number in 0..<200 { group.addTask { await files.run { number } } }
            let responses = await group.reduce(into: Set<Int>()) {
                if let number = $1 { $0.insert(number) }
            }
            #expect(responses.count == 200)
        }
    }

    /// The number of blocked threads is limited; operations work again when the file server responds.
    @Test func blockedOperationTimesOut() async throws {
        let (latch, files) = (DispatchSemaphore(value: 0), FileOperations(timeout: 0.05))
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let (ended, ends) = AsyncStream.makeStream(of: Void.self)
        let hanging = 4
        for _ in 0..<hanging + 3 {
            let response = await files.run {
                start.yield()
                latch.wait()
                ends.yield()
                return 1
            }
            #expect(response == nil)
        }
        var startEvents = starts.makeAsyncIterator()
        for _ in 0..<hanging { await startEvents.next() }
        for _ in 0..<hanging { latch.signal() }
        var back = ended.makeAsyncIterator()
        for _ in 0..<hanging { await back.next() }
        while await files.run({ 1 }) == nil { await Task.yield() }
        // No further operation was started.
        start.finish()
        #expect(await startEvents.next() == nil)
    }
}
