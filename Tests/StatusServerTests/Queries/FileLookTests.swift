import Dispatch
import Testing

@testable import StatusServer

/// Files on a share that does not answer.
@Suite(.timeLimit(.minutes(20))) struct FileLookTests {
    /// However many ask at once: none hangs.
    @Test func whatAnswersIsHeard() async {
        let look = FileLook(patience: 3600)
        await withTaskGroup(of: Int?.self) { group in
            for number in 0..<200 { group.addTask { await look { number } } }
            let answers = await group.reduce(into: Set<Int>()) {
                if let number = $1 { $0.insert(number) }
            }
            #expect(answers.count == 200)
        }
    }

    /// Only some threads hang, whoever asks after that; and when the share is back, all is well again.
    @Test func whatHangsIsNotWaitedFor() async throws {
        let (gate, look) = (DispatchSemaphore(value: 0), FileLook(patience: 0.05))
        let (begun, begins) = AsyncStream.makeStream(of: Void.self)
        let (ended, ends) = AsyncStream.makeStream(of: Void.self)
        let hanging = 4
        for _ in 0..<hanging + 3 {
            let answer = await look {
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
        while await look({ 1 }) == nil { await Task.yield() }
        // Nobody else had begun.
        begins.finish()
        #expect(await beginnings.next() == nil)
    }
}
