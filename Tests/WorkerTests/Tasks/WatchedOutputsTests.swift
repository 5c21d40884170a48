import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Worker

@Suite struct WatchedOutputsTests {
    @Test func tooLittleRoomIsToldWithItsFolder() async throws {
        let folder = try TemporaryFolder("outputs").url.path
        let outputs = WatchedOutputs(least: .max, memory: .seconds(3600))
        #expect(await outputs.shortage() == nil)
        #expect(await outputs.shortage(of: folder)?.contains(folder) == true)
        #expect(await outputs.shortage() != nil)
    }

    @Test func afterAWhileOneIsLetThroughAgain() async throws {
        let folder = try TemporaryFolder("outputs").url.path
        let outputs = WatchedOutputs(least: .max, memory: .zero)
        #expect(await outputs.shortage(of: folder) != nil)
        #expect(await outputs.shortage() == nil)
    }

    /// Else each look would be news.
    @Test func aShortageIsToldInTheSameWordsWhateverIsLeft() async {
        let free = Mutex<Int64>(9_000_000)
        let outputs = WatchedOutputs(least: 10_000_000) { _ in
            free.withLock { free in
                free -= 1_000_000
                return free
            }
        }
        let first = await outputs.shortage(of: "/out")
        #expect(first?.contains("10 MB") == true)
        #expect(await outputs.shortage(of: "/out") == first)
    }

    /// On a file server that has gone: other folders' tasks go on.
    @Test(.timeLimit(.minutes(1))) func aLookThatHangsIsWaitedForOnce() async throws {
        let answer = DispatchSemaphore(value: 0)
        let looks = Mutex(0)
        let outputs = WatchedOutputs(
            least: .max, memory: .seconds(3600), patience: .seconds(3)
        ) { output in
            guard output == "/gone" else { return 0 }
            looks.withLock { $0 += 1 }
            answer.wait()
            return 0
        }
        #expect(await outputs.shortage(of: "/full") != nil)
        for _ in 0..<3 {
            #expect(await outputs.shortage(of: "/gone") == nil)
            #expect(await outputs.shortage() == nil)
        }
        #expect(looks.withLock(\.self) == 1)
        #expect(await outputs.shortage(of: "/full") != nil)
        // When it is back it counts again.
        answer.signal()
        answer.signal()
        try await eventually { await outputs.shortage(of: "/gone") != nil }
    }

    #if os(Linux)
        /// /proc has no room at all.
        @Test func oneFullDiskKeepsNoTaskFromAnother() async throws {
            let folder = try TemporaryFolder("outputs")
            let outputs = WatchedOutputs(least: 1, memory: .seconds(3600))
            #expect(await outputs.shortage(of: "/proc") != nil)
            #expect(await outputs.shortage() != nil)
            #expect(await outputs.shortage(of: folder.url.path) == nil)
            #expect(await outputs.shortage() == nil)
        }
    #endif
}
