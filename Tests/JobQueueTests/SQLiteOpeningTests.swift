import Foundation
import TestSupport
import Testing

@testable import JobQueue

/// Opening of files that are corrupt, foreign or replaced.
@Suite struct SQLiteOpeningTests {
    enum Corruption: CaseIterable {
        case notes, garbage, header, half, firstPage
    }

    private let folder: TemporaryFolder
    private let file: URL

    init() throws {
        folder = try TemporaryFolder("queue")
        file = folder.file("queue.db")
    }

    private func open() async throws -> SQLStore {
        try await QueueURL("sqlite:\(file.path)").openStore(.init())
    }

    /// Returns the content of a closed queue with jobs.
    private func queue() async throws -> Data {
        do {
            let store = try await open()
            for index in 0..<50 { try await store.submit("\(index)") }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        try #require(names == ["queue.db"], "the file is not complete: \(names)")
        return try Data(contentsOf: file)
    }

    @Test(arguments: Corruption.allCases)
    func corruptFileIsReportedAndNotChanged(_ corruption: Corruption) async throws {
        let whole = try await queue()
        let bytes =
            switch corruption {
            case .notes: Data(String(repeating: "notes, not a queue\n", count: 500).utf8)
            case .garbage: Data(repeating: 0x55, count: whole.count)
            // SQLite's signature only.
            case .header: whole.prefix(16) + Data(repeating: 0x55, count: 8000)
            case .half: whole.prefix(whole.count / 2)
            case .firstPage: whole.prefix(100) + Data(repeating: 0x55, count: whole.count - 100)
            }
        try bytes.write(to: file)
        let error = await #expect(throws: QueueError.self) {
            let store = try await open()
            for index in 0..<50 { try await store.submit("another \(index)") }
        }
        #expect(error?.code == .corrupt, "\(error?.description ?? "")")
        #expect(error?.subject == file.path)
        #expect(try Data(contentsOf: file) == bytes)
    }

    @Test func foreignDatabaseIsRejectedAndNotChanged() async throws {
        do {
            let database = try SQLiteDatabase(file.path)
            let table = SQLStatement("table", "CREATE TABLE job (name text)")
            _ = try await database.single(.normal, table, [])
        }
        let bytes = try Data(contentsOf: file)
        let error = await #expect(throws: QueueError.self) { try await open() }
        #expect(error?.code == .corrupt && error?.message.contains("another program") == true)
        #expect(try Data(contentsOf: file) == bytes)
    }

    /// Other processes would not see changes of the removed file.
    @Test(arguments: [true, false])
    func removedFileIsNotUsed(isReplaced: Bool) async throws {
        let store = try await open()
        try await store.submit("a")
        let elsewhere = file.appendingPathExtension("moved")
        try FileManager.default.moveItem(at: file, to: elsewhere)
        if isReplaced { try FileManager.default.copyItem(at: elsewhere, to: file) }
        let error = await #expect(throws: QueueError.self) { try await store.submit("b") }
        #expect(error?.code == .refused && error?.message.contains("removed or replaced") == true)
        _ = await #expect(throws: QueueError.self) { try await store.stats() }
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: elsewhere, to: file)
        #expect(try await store.stats().jobs == [.queued: 1])
    }

    @Test func newFileIsReadableByOwnerOnly() async throws {
        _ = try await queue()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func newerSchemaIsRejected() async throws {
        do {
            let store = try await open()
            try await store.submit("a")
            try await store.sql("INSERT INTO queue_schema (version) VALUES (99)")
        }
        let error = await #expect(throws: QueueError.self) { try await open() }
        #expect(error?.code == .tooNew)
        #expect(error?.message.contains("99") == true)
        #expect(error?.subject == file.path)
    }

    @Test func unusablePathIsRejected() async throws {
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        let error = await #expect(throws: QueueError.self) { try await open() }
        #expect(error?.code == .refused)
        let inside = folder.file("notes")
        try Data("x".utf8).write(to: inside)
        let below = await #expect(throws: QueueError.self) {
            try await QueueURL("sqlite:\(inside.path)/queue.db").open()
        }
        #expect(below?.code == .refused)
    }

    /// A full disk: submitted jobs remain, and submission continues when there is space.
    @Test func fullDiskIsReportedAndLosesNoJobs() async throws {
        let store = try await open()
        let pages = try #require(try await store.sql("PRAGMA page_count").first)
            .integer("page_count")
        try await Self.limit(store, pages: pages + 4)
        var submitted = 0
        var error: QueueError?
        do {
            while submitted < 1000 {
                try await store.submit("\(submitted) " + String(repeating: "x", count: 150))
                submitted += 1
            }
        } catch let queueError as QueueError {
            error = queueError
        }
        #expect(error?.code == .full)
        #expect(submitted > 0 && submitted < 1000)
        #expect(try await store.jobs(JobFilter(limit: 1000)).count == submitted)
        try await Self.limit(store, pages: 1_000_000)
        try await store.submit("more")
        let worker = try await store.worker()
        #expect(try await store.claim(worker, count: 1000).count == submitted + 1)
    }

    /// GRDB accesses the WAL with Foundation, whose errors are not `DatabaseError`.
    @Test(arguments: [(ENOSPC, QueueError.Code.full), (EIO, .unreachable), (ESTALE, .unreachable)])
    func fileErrorsAreDiskErrors(errno: Int32, code: QueueError.Code) {
        let reason = NSError(domain: NSPOSIXErrorDomain, code: Int(errno))
        let error = NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.fileReadUnknown.rawValue,
            userInfo: [NSUnderlyingErrorKey: reason])
        #expect(QueueError(error, "queue.db").code == code)
        #expect(QueueError(CancellationError(), "queue.db").code == .internalError)
    }

    /// Limits the file's size for both connections that write.
    private static func limit(_ store: SQLStore, pages: Int64) async throws {
        for durability in [SQLDurability.durable, .normal] {
            let text: SQLText = "PRAGMA max_page_count = \(unchecked: String(pages))"
            _ = try await store.database.single(durability, SQLStatement("limit", text), [])
        }
    }
}
