import Foundation
import TestSupport

@testable import JobQueue

/// Interrupted jobs that a development version wrote with schema 7: the rows of a queue, and the files of the jobs.
struct InterruptedJobs {
    /// The folder of uploads and packages.
    let media: TemporaryFolder
    var output: URL { media.file("out") }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures").standardizedFileURL
    /// The version of the schema.
    private static let version = 7
    /// The folder of uploads and packages in the rows.
    private static let storedMedia = "/srv/media"

    /// Unpacks the files, and writes the rows into a new queue.
    init(at url: String) async throws {
        media = try TemporaryFolder("media")
        _ = try await Command(
            "tar",
            [
                "--extract", "--gzip", "--directory", media.url.path,
                "--file", Self.fixtures.appending(path: "schema-7.tar.gz").path,
            ]
        ).succeed()
        let database: any SQLDatabase =
            switch try QueueURL(url) {
            case .sqlite(let path): try SQLiteDatabase(path)
            case .postgres(let text): try await PostgresDatabase(text, connections: 1)
            }
        // A released step does not change: these create the tables of the earlier version.
        try await Migrator(
            database: database, steps: Array(Migrations.steps.prefix(Self.version))
        ).migrate()
        for (number, text) in try statements(for: database.dialect).enumerated() {
            let statement = SQLStatement("fixture \(number)", "\(unchecked: text)")
            _ = try await database.single(.normal, statement, [])
        }
    }

    private func statements(for dialect: SQLDialect) throws -> [String] {
        let isPostgres = dialect.engine == .postgres
        let file = Self.fixtures.appending(path: "schema-\(Self.version).sql")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let inserts = try lines.filter { !$0.hasPrefix("--") }.map { line in
            let text = String(line.dropLast())
                .replacing(" {overriding}", with: isPostgres ? " OVERRIDING SYSTEM VALUE" : "")
                .replacing(Self.storedMedia, with: media.url.path)
            return try replacingInodes(text)
        }
        guard isPostgres else { return inserts }
        return inserts
            + ["task", "worker", "event", "delivery"].map {
                "ALTER TABLE \($0) ALTER COLUMN id RESTART WITH 1000"
            }
    }

    /// Replaces the inodes of staged packages by those of their unpacked folders.
    private func replacingInodes(_ text: String) throws -> String {
        try text.replacing(/"sealed":\{"folder":"([^"]+)","inode":[0-9]+\}/) { record in
            let folder = String(record.1)
            let isStaged = FileManager.default.fileExists(atPath: folder)
            let inode = try Self.inode(
                isStaged ? folder : output.appending(path: "committed").path)
            return #""sealed":{"folder":"\#(folder)","inode":\#(inode)}"#
        }
    }

    private static func inode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return attributes[.systemFileNumber] as? Int ?? 0
    }

    /// The inodes of the staged package of each job, or of the committed one.
    func packageInodes(_ store: any QueueStore) async throws -> [String: Int] {
        var inodes: [String: Int] = [:]
        for job in try await store.jobs(JobFilter()) {
            let workspace = output.appending(path: ".vtranscode/jobs/\(job.id)").path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: workspace)) ?? []
            let staged = names.first { $0.hasPrefix(job.id.text) }
            let path = staged.map { "\(workspace)/\($0)" } ?? output.appending(path: job.key).path
            inodes[job.key] = try? Self.inode(path)
        }
        return inodes
    }
}
