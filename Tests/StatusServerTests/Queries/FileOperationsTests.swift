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
            let answers = await group.reduce(into: Set<Int>()) {
                if let number = $1 { $0.insert(number) }
            }
            #expect(answers.count == 200)
        }
    }

    /// The number of blocked threads is limited; operations work again when the file server responds.
    @Test func blockedOperationTimesOut() async throws {
        let (gate, files) = (DispatchSemaphore(value: 0), FileOperations(timeout: 0.05))
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (ended, ends) = AsyncStream.makeStream(of: Void.self)
        let hanging = 4
        for _ in 0..<hanging + 3 {
            let answer = await files.run {
                begins.yield()
                gate.wait()
                ends.yield()
                return 1
            }
            #expect(answer == nil)
        }
        var beginnings = begun.makeAsyncIterator()
        for _ in 0..<hanging { await beginnings.next() }
        for _ in 0..<hanging { gate.signal() }
        var back = ended.makeAsyncIterator()
        for _ in 0..<hanging { await back.next() }
        while await files.run({ 1 }) == nil { await Task.yield() }
        // No further operation was started.
        begins.finish()
        #expect(await beginnings.next() == nil)
    }
}
