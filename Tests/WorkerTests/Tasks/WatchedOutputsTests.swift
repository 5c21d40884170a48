import Foundation
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
