import Foundation

/// When a package's picture turns white and when its sound sets in, in seconds of the package.
public struct FlashesAndBeeps: Sendable {
    public let flashes: [Double]
    public let beeps: [Double]

    /// Decodes the lowest rung and the default sound track.
    public init(of package: PublishedPackage) async throws {
        guard let rung = package.rungs.last, let audio = package.audio.first else {
            throw PackageError("\(package.folder.path): no picture or no sound")
        }
        let folder = try TemporaryFolder("sync")
        let rate = DecodedRung.exactRate(rung.frameRate ?? 0)
        flashes = try await Self.flashes(of: rung.track.joined(into: folder.url), rate: rate)
        let samples = try await AudioSamples(
            of: audio.joined(into: folder.url), stream: 0, zero: 0)
        beeps = Self.onsets(
            samples.values.map { abs($0) > 0.1 }, apart: 0.3, rate: Double(AudioSamples.rate))
    }

    /// A beep's distance from the flash that is nearest to it, in seconds, for each; above 0 where it comes late.
    public var offsets: [Double] {
        beeps.compactMap { beep in
            flashes.map { beep - $0 }.min { abs($0) < abs($1) }
        }
    }

    /// Pictures have a constant rate and start with the package, which `TimingJudge` sees to.
    private static func flashes(of rung: URL, rate: Double) async throws -> [Double] {
        let folder = try TemporaryFolder("flashes")
        let pictures = folder.file("pictures.gray")
        try await FFmpeg.run(
            ["-i", FFprobe.path(rung), "-vf", "scale=1:1:flags=area,format=gray"]
                + ["-fps_mode", "passthrough", "-f", "rawvideo", FFprobe.path(pictures)])
        return onsets(try Data(contentsOf: pictures).map { $0 > 128 }, apart: 0.3, rate: rate)
    }

    /// Where something sets in that was not there for so many seconds.
    private static func onsets(_ values: [Bool], apart: Double, rate: Double) -> [Double] {
        var onsets: [Double] = []
        var last = -Double.infinity
        for (index, value) in values.enumerated() where value {
            let time = Double(index) / rate
            if time - last > apart { onsets.append(time) }
            last = time
        }
        return onsets
    }
}
