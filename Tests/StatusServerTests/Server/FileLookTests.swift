import Dispatch
import Testing

@testable import StatusServer

/// Files on a share that does not answer.
@Suite(.timeLimit(.minutes(20))) struct FileLookTests {
    @Test func whatAnswersIsHeard() async {
        let look = FileLook(patience: 3600)
        #expect(await look { 1 } == 1)
    }

    /// However many ask, only some threads hang; and when the share is back, all is well again.
    @Test func whatHangsIsNotWaitedFor() async throws {
        let (gate, look) = (DispatchSemaphore(value: 0), FileLook(patience: 0.05))
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (ended, ends) = AsyncStream.makeStream(of: Void.self)
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    await look {
                        begins.yield()
                        gate.wait()
                        ends.yield()
                        return 1
                    }
                }
            }
            for await answer in group { #expect(answer == nil) }
        }
        let hanging = 4
        var beginnings = begun.makeAsyncIterator()
        for _ in 0..<hanging { await beginnings.next() }
        for _ in 0..<hanging { gate.signal() }
        var back = ended.makeAsyncIterator()
        for _ in 0..<hanging { await back.next() }
        while await look({ 1 }) == nil { await Task.yield() }
        // Nobody else had begun.
        begins.finish()
        #expect(await beginnings.next() == nil)
    }
}
