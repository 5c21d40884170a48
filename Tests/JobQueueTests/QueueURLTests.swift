import Foundation
import JobQueue
import TestSupport
import Testing

@Suite struct QueueURLTests {
    @Test func missingFileIsCreatedOnlyOnRequest() async throws {
        let folder = try TemporaryFolder("queue")
        let path = folder.file("in/queue.db").path
        let url = try QueueURL("sqlite:\(path)")
        let error = await #expect(throws: QueueError.self) {
            try await url.open(createsFile: false)
        }
        #expect(error?.code == .refused)
        #expect(!FileManager.default.fileExists(atPath: folder.file("in").path))
        _ = try await url.open(createsFile: true)
        _ = try await url.open(createsFile: false)
    }

    /// `deletingLastPathComponent` of Foundation traps on this path.
    @Test func pathOfOneCharacterIsAccepted() async throws {
        let error = await #expect(throws: QueueError.self) {
            try await QueueURL("sqlite:/").open()
        }
        #expect(error?.code == .refused)
    }

    @Test(arguments: ["/srv/queue.db", "queue.db"])
    func pathWithoutSchemeIsRejectedWithSuggestion(path: String) {
        let error = #expect(throws: QueueError.self) { try QueueURL(path) }
        #expect(error?.code == .badURL)
        #expect(error?.advice.contains("sqlite:\(path)?") == true)
    }

    @Test func errorOmitsPassword() {
        let error = #expect(throws: QueueError.self) { try QueueURL("pg://me:secret@host/db") }
        #expect(error?.description.contains("secret") == false)
    }
}
