public import Foundation

/// A rung, decoded completely by the ffmpeg command; decoding stops at the first error.
public struct DecodedRung: Sendable {
    public let variant: PublishedPackage.Variant
    /// The init segment and all segments as one file.
    public let file: URL
    /// The decoder's errors.
    public let errorLines: [String]
    public let size: (width: Int, height: Int)
    /// The presentation time of each decoded frame, in seconds.
    public let frameTimes: [Double]
    /// The indices of the frames that are compared.
    public let sampled: [Int]
    /// The raw 4:2:0 pixels of those frames.
    public let samples: URL
    private let folder: TemporaryFolder

    /// The exact frame rate, from the three decimals of FRAME-RATE.
    public var rate: Double { Self.exactRate(variant.frameRate ?? 0) }

    /// The times of the compared frames, in seconds.
    public var sampledTimes: [Double] { sampled.map { Double($0) / rate } }

    /// Decodes a rung once for all checkers, with `count` evenly spread frames for comparison.
    public init(_ variant: PublishedPackage.Variant, sampling count: Int = 10) async throws {
        self.variant = variant
        folder = try TemporaryFolder("rung")
        file = try variant.track.joined(into: folder.url)
        samples = folder.file("samples.yuv")
        let table = folder.file("frames")
        let rate = Self.exactRate(variant.frameRate ?? 0)
        let frames = max(1, Int((variant.track.duration * rate).rounded()))
        sampled = Set((0..<count).map { (2 * $0 + 1) * frames / (2 * count) }).sorted()
        let selection = sampled.map { "eq(n,\($0))" }.joined(separator: "+")
        errorLines = try await FFmpeg.errorLines(
            ["-xerror", "-copyts", "-i", FFprobe.path(file)]
                + ["-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "-1"]
                + ["-f", "framecrc", FFprobe.path(table)]
                + ["-map", "0:v:0", "-vf", "select='\(selection)'", "-fps_mode", "passthrough"]
                + ["-pix_fmt", "yuv420p", "-f", "rawvideo", FFprobe.path(samples)]
        )
        let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
        let lines = text.split(whereSeparator: \.isNewline)
        size = Self.size(from: lines)
        frameTimes = Self.times(from: lines).map { $0 - variant.track.clock }
    }

    /// Returns the nearest rate that is a whole number, or one times 1000/1001: 29.97 is 30000/1001.
    static func exactRate(_ written: Double) -> Double {
        let whole = written.rounded()
        let drop = (written * 1.001).rounded() / 1.001
        let nearest = abs(whole - written) <= abs(drop - written) ? whole : drop
        return abs(nearest - written) < 0.001 ? nearest : written
    }

    /// Parses `#dimensions 0: 640x360`.
    private static func size(from lines: [Substring]) -> (Int, Int) {
        let line = lines.first { $0.hasPrefix("#dimensions") }
        let sides = line?.split(separator: " ").last?.split(separator: "x").compactMap { Int($0) }
        guard let sides, sides.count == 2 else { return (0, 0) }
        return (sides[0], sides[1])
    }

    /// Parses rows of `stream, dts, pts, duration, size, checksum` in ticks of `#tb 0: 1/30000`.
    private static func times(from lines: [Substring]) -> [Double] {
        let base = lines.first { $0.hasPrefix("#tb") }?.split(separator: " ").last
        let parts = base?.split(separator: "/").compactMap { Double($0) } ?? []
        guard parts.count == 2 else { return [] }
        return lines.filter { !$0.hasPrefix("#") }.compactMap { line in
            let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            return fields.count > 2 ? Double(fields[2]).map { $0 * parts[0] / parts[1] } : nil
        }
    }
}
