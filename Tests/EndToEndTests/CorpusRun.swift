import Foundation
import TestSupport

/// One run over all uploads, shared by the tests of its packages.
struct CorpusRun: Sendable {
    let report: RunReport
    let output: URL

    /// The run, started by the first test that uses it.
    static let shared = Task {
        let output = try TemporaryFolder.untilExit("packages")
        let report = try await VTranscode.run([UploadFolder.main], to: output)
        return CorpusRun(report: report, output: output)
    }

    /// Returns the package of an upload.
    ///
    /// - Throws: The error of the run if there is no package.
    static func package(of upload: TestUpload) async throws -> PublishedPackage {
        let run = try await shared.value
        guard let end = run.report.end(of: upload.name), let name = end.name,
            end.outcome == .published
        else {
            let reason = run.report.end(of: upload.name)?.error.map { "\($0.code): \($0.message)" }
            throw PackageError("\(upload.name): no package: \(reason ?? run.report.errorOutput)")
        }
        return try PublishedPackage(run.output.appending(path: name))
    }
}
