import Foundation
import TestSupport

/// A look-alike package of an upload put before every judge.
struct PackageCheck {
    let upload: TestUpload
    let timeline: UploadTimeline
    let size: (width: Int, height: Int)
    let rate: Int

    /// `nil` for an upload without pictures.
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

    /// Every judge's findings.
    func faults(spoiling: Spoiling?) async throws -> [String] {
        let folder = try TemporaryFolder("look-alike")
        let package = try await LookAlikePackage(
            of: upload.url,
            timeline,
            size: size,
            rate: rate,
            spoiling: spoiling,
            in: folder.url
        ).make()
        var faults = try await TimingJudge.faults(in: package)
        faults += BandwidthJudge.faults(in: package)
        faults += try await CodecJudge.faults(in: package)
        faults += try await KeyframePlaylistJudge.faults(in: package)
        faults += try await SegmentJudge.faults(in: package)
        faults += try await PosterJudge.faults(in: package, of: upload.url, timeline)
        faults += try await ManifestJudge.faults(in: package)
        faults += try await PrivacyJudge.faults(
            in: package,
            made: upload,
            timeline.info,
            paths: [folder.url.path, LookAlikePackage.privateTitle]
        )
        let rung = try await DecodedRung(package.rungs[0])
        faults += RungJudge.faults(in: rung, lasting: upload.durations(timeline))
        faults += try await VideoJudge(of: upload.url, timeline)?.faults(in: [rung]) ?? []
        faults += try await soundFaults(package)
        return faults
    }

    private func soundFaults(_ package: PublishedPackage) async throws -> [String] {
        guard let verdict = try await AudioJudge.verdict(on: package, of: upload.url, timeline),
            case .heard(let faults) = verdict
        else { return [] }
        return faults
    }
}
