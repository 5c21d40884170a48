public import Foundation

/// Judges the poster: in the picture's shape, and not blank where the upload shows something.
public enum PosterJudge {
    /// Pixels of a side that pictures are shrunk to for looking at.
    private static let side = 32

    /// Faults of the poster of an upload with pictures.
    public static func faults(
        in package: PublishedPackage,
        of upload: URL,
        _ timeline: UploadTimeline
    ) async throws -> [String] {
        guard let video = timeline.video, let top = package.rungs.first else { return [] }
        let poster = package.folder.appending(path: "thumbnails/poster.jpg")
        guard FileManager.default.fileExists(atPath: poster.path) else { return ["no poster"] }
        let size = try await FFprobe.info(of: poster).streams.first
        var faults: [String] = []
        let (width, height) = (Double(size?.width ?? 0), Double(size?.height ?? 0))
        let shape = Double(top.size.width) / Double(top.size.height)
        // Sides are rounded to even numbers.
        if abs(width - height * shape) > 2 * max(1, shape) {
            faults.append("the poster is \(width)x\(height), the picture's shape is \(shape)")
        }
        let shown = try await looks(of: poster, stream: 0, rate: nil)
        let frames = try await looks(of: upload, stream: video.index, rate: 4)
        guard let look = shown.first else { return faults + ["the poster cannot be decoded"] }
        if look.isBlank, frames.contains(where: \.isPlain) {
            faults.append("the poster is blank: brightness \(look.mean), spread \(look.spread)")
        }
        return faults
    }

    /// How bright a picture is, of 255, and how much its brightness varies.
    struct Look {
        let mean: Double
        let spread: Double

        init(_ pixels: some Collection<UInt8>) {
            let count = Double(max(1, pixels.count))
            let mean = pixels.reduce(0) { $0 + Double($1) } / count
            let squares = pixels.reduce(0) { $0 + Double($1) * Double($1) }
            self.mean = mean
            spread = max(0, squares / count - mean * mean).squareRoot()
        }

        /// Nothing to be seen.
        var isBlank: Bool { mean < 12 || spread < 4 }
        /// Something to be seen, beyond doubt.
        var isPlain: Bool { mean > 24 && spread > 12 }
    }

    /// Looks of pictures, so many a second, or of all.
    private static func looks(of file: URL, stream: Int, rate: Int?) async throws -> [Look] {
        let folder = try TemporaryFolder("looks")
        let pixels = folder.file("pixels")
        let filters =
            (rate.map { ["fps=\($0)"] } ?? []) + [
                "scale=\(side):\(side):flags=area:out_range=pc", "format=gray",
            ]
        // A damaged upload's complaints are not the poster's fault.
        _ = try await FFmpeg.complaints(
            ["-i", FFprobe.path(file), "-map", "0:\(stream)"]
                + ["-vf", filters.joined(separator: ","), "-f", "rawvideo", FFprobe.path(pixels)]
        )
        let bytes = [UInt8](try Data(contentsOf: pixels))
        let count = side * side
        return stride(from: 0, to: bytes.count - count + 1, by: count).map {
            Look(bytes[$0..<$0 + count])
        }
    }
}
