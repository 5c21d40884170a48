import Foundation
import Synchronization
import TestSupport

/// One run over all uploads, which every test of its packages shares.
struct CorpusRun: Sendable {
    let report: RunReport
    let output: URL

    /// The run, started by the test that asks first.
    static let shared = Task {
        let folder = try TemporaryFolder("packages")
        removal.withLock { $0 = folder }
        atexit { CorpusRun.removal.withLock { $0 = nil } }
        let report = try await VTranscode.run([UploadFolder.main], to: folder.url)
        return CorpusRun(report: report, output: folder.url)
    }

    /// Kept until the process ends: its tests run in any order.
    private static let removal = Mutex<TemporaryFolder?>(nil)

    /// The package of an upload.
    ///
    /// - Throws: What the run said, where there is none.
    static func package(of upload: TestUpload) async throws -> PublishedPackage {
        let run = try await shared.value
        guard let end = run.report.end(of: upload.name), let name = end.name,
            end.outcome == .published
        else {
            let reason = run.report.end(of: upload.name)?.error.map { "\($0.code): \($0.reason)" }
            throw PackageFault("\(upload.name): no package: \(reason ?? run.report.complaint)")
        }
        return try PublishedPackage(run.output.appending(path: name))
    }
}
