import Foundation
import TestSupport

/// The result of every checker for a reference package of an upload.
struct PackageCheck {
    let upload: TestUpload
    let timeline: UploadTimeline
    let size: (width: Int, height: Int)
    let rate: Int

    /// Reads an upload; `nil` without video.
    init?(_ upload: TestUpload) async throws {
        self.upload = upload
        timeline = try await UploadTimeline(of: upload.url)
        guard let size = timeline.displaySize else { return nil }
        let scale = min(1, 360 / Double(min(size.width, size.height)))
        self.size = (
            2 * Int((Double(size.width) * scale / 2).rounded()),
            2 * Int((Double(size.height) * scale / 2).rounded())
        )
        rate = min(30, Int((1 / timeline.medianGap).rounded(.up)))
    }

    /// Returns the problems of all checkers.
    func problems(corruption: PackageCorruption?) async throws -> [String] {
        let folder = try TemporaryFolder("reference")
        let package = try await ReferencePackage(
            of: upload.url,
            timeline,
            size: size,
            rate: rate,
            corruption: corruption,
            in: folder.url
        ).make()
        var problems = try await TimingChecker.problems(in: package)
        problems += BandwidthChecker.problems(in: package)
        problems += try await CodecChecker.problems(in: package)
        problems += try await KeyframePlaylistChecker.problems(in: package)
        problems += try await SegmentChecker.problems(in: package)
        problems += try await PosterChecker.problems(in: package, of: upload.url, timeline)
        problems += try await ManifestChecker.problems(in: package)
        problems += try await PrivacyChecker.problems(
            in: package,
            made: upload,
            timeline.info,
            paths: [folder.url.path, ReferencePackage.privateTitle]
        )
        let rung = try await DecodedRung(package.rungs[0])
        problems += RungChecker.problems(in: rung, lasting: upload.durations(timeline))
        problems += try await VideoChecker(of: upload.url, timeline)?.problems(in: [rung]) ?? []
        problems += try await audioProblems(package)
        return problems
    }

    private func audioProblems(_ package: PublishedPackage) async throws -> [String] {
        guard let outcome = try await AudioChecker.outcome(on: package, of: upload.url, timeline),
            case .compared(let problems) = outcome
        else { return [] }
        return problems
    }
}
