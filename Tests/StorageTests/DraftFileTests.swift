import SystemPackage
import Testing

@testable import Storage

@Suite struct DraftFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private struct Stopped: Error {}

    /// Files that are larger than one part are observed in parts.
    @Test func joinedFileHasAllBytesInOrder() throws {
        let large = String(repeating: "abcdefgh", count: 1 << 18)
        for (name, text) in [("a", large), ("b", ""), ("c", "end")] {
            try folder.write(text, to: name)
        }
        let files = try ["a", "b", "c"].map { try RegularFile(folder($0)) }
        var observed: [Int: Int] = [:]
        try DraftFile.join(files, to: folder("joined")) { file, part in
            #expect(part.count <= 1 << 20)
            observed[file, default: 0] += part.count
        }
        #expect(observed == [0: large.utf8.count, 2: 3])
        #expect(try folder.text(of: "joined") == large + "end")
    }

    @Test func existingFileIsNotOverwritten() throws {
        try folder.write("a", to: "a")
        try folder.write("b", to: "b")
        let file = try RegularFile(folder("a"))
        #expect(throws: StorageError.self) {
            try DraftFile.join([file], to: folder("b")) { _, _ in }
        }
        #expect(try folder.text(of: "b") == "b")
    }

    @Test func observerStopsTheJoining() throws {
        try folder.write("a", to: "a")
        let file = try RegularFile(folder("a"))
        #expect(throws: Stopped.self) {
            try DraftFile.join([file], to: folder("joined")) { _, _ in throw Stopped() }
        }
    }
}
