import Foundation

/// The times at which a package's video turns white and its audio begins to beep, in seconds.
public struct FlashesAndBeeps: Sendable {
    public let flashes: [Double]
    public let beeps: [Double]

    /// Decodes the lowest rung and the default audio track.
    public init(of package: PublishedPackage) async throws {
        guard let rung = package.rungs.last, let audio = package.audio.first else {
            throw PackageError("\(package.folder.path): no video or no audio")
        }
        let folder = try TemporaryFolder("sync")
        let rate = DecodedRung.exactRate(rung.frameRate ?? 0)
        flashes = try await Self.flashes(of: rung.track.joined(into: folder.url), rate: rate)
        let samples = try await AudioSamples(
            of: audio.joined(into: folder.url), stream: 0, zero: 0)
        beeps = Self.onsets(
            samples.values.map { abs($0) > 0.1 }, apart: 0.3, rate: Double(AudioSamples.rate))
    }

    /// The offset of each beep from the nearest flash, in seconds; above 0 if the beep is late.
    public var offsets: [Double] {
        beeps.compactMap { beep in
            flashes.map { beep - $0 }.min { abs($0) < abs($1) }
        }
    }

    /// Returns the flashes of a rung, whose frames have a constant rate and start with the package (`TimingChecker`).
    private static func flashes(of rung: URL, rate: Double) async throws -> [Double] {
        let folder = try TemporaryFolder("flashes")
        let frames = folder.file("frames.gray")
        try await FFmpeg.run(
            ["-i", FFprobe.path(rung), "-vf", "scale=1:1:flags=area,format=gray"]
                + ["-fps_mode", "passthrough", "-f", "rawvideo", FFprobe.path(frames)])
        return onsets(try Data(contentsOf: frames).map { $0 > 128 }, apart: 0.3, rate: rate)
    }

    /// Returns the times of the first true values after at least `apart` seconds without one.
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
