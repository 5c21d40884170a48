import Foundation
import TestSupport
import Testing

/// The checkers on correct packages, and on packages with one corruption.
@Suite struct CheckerTests {
    /// Uploads with video and audio that are small enough for many runs.
    static let typical = Array(
        UploadFolder.accepted.filter {
            $0.isStandardRange && $0.hasAudio && $0.isSmall && $0.isLively && !$0.isAMR
        }.prefix(3)
    )

    @Test(arguments: typical)
    func referencePackageHasNoProblems(of upload: TestUpload) async throws {
        let problems = try await PackageCheck(upload)?.problems(corruption: nil) ?? []
        #expect(problems.isEmpty, "\(problems.joined(separator: "; "))")
    }

    @Test(arguments: PackageCorruption.allCases)
    func corruptionIsFound(_ corruption: PackageCorruption) async throws {
        let upload = try #require(Self.typical.first)
        let problems = try await PackageCheck(upload)?.problems(corruption: corruption) ?? []
        #expect(
            problems.contains { $0.contains(corruption.finding) },
            "\(corruption): \(problems.joined(separator: "; "))"
        )
    }
}
