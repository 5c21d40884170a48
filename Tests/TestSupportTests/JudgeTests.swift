import Foundation
import TestSupport
import Testing

/// The judges tried on packages that are known to be right, and on ones spoiled in one way.
@Suite struct JudgeTests {
    /// Uploads with picture and sound that are small enough for many trials.
    static let typical = Array(
        UploadFolder.accepted.filter {
            $0.isStandardRange && $0.hasAudio && $0.isSmall && $0.isLively && !$0.isSpeechCoded
        }.prefix(3)
    )

    @Test(arguments: typical)
    func nothingIsWrongWithALookAlike(of upload: TestUpload) async throws {
        let faults = try await PackageCheck(upload)?.faults(spoiling: nil) ?? []
        #expect(faults.isEmpty, "\(faults.joined(separator: "; "))")
    }

    @Test(arguments: Spoiling.allCases)
    func aSpoiledLookAlikeIsFoundOut(_ spoiling: Spoiling) async throws {
        let upload = try #require(Self.typical.first)
        let faults = try await PackageCheck(upload)?.faults(spoiling: spoiling) ?? []
        #expect(
            faults.contains { $0.contains(spoiling.finding) },
            "\(spoiling): \(faults.joined(separator: "; "))"
        )
    }
}
