public import Foundation

/// Checks the poster: it has the video's aspect ratio, and is not blank if the video is not.
public enum PosterChecker {
    /// The side of the scaled frames whose brightness is measured, in pixels.
    private static let side = 32

    /// Returns the problems of the poster of an upload with video.
    public static func problems(
        in package: PublishedPackage,
        of upload: URL,
        _ timeline: UploadTimeline
    ) async throws -> [String] {
        guard let video = timeline.video, let top = package.rungs.first else { return [] }
        let poster = package.folder.appending(path: "thumbnails/poster.jpg")
        guard FileManager.default.fileExists(atPath: poster.path) else { return ["no poster"] }
        let size = try await FFprobe.info(of: poster).streams.first
        var problems: [String] = []
        let (width, height) = (Double(size?.width ?? 0), Double(size?.height ?? 0))
        let shape = Double(top.size.width) / Double(top.size.height)
        // Sides are rounded to even numbers.
        if abs(width - height * shape) > 2 * max(1, shape) {
            problems.append(
                "the poster is \(width)x\(height), the video's aspect ratio is \(shape)")
        }
        let shown = try await brightness(of: poster, stream: 0, rate: nil)
        let frames = try await brightness(of: upload, stream: video.index, rate: 4)
        guard let image = shown.first else { return problems + ["the poster cannot be decoded"] }
        if image.isBlank, frames.contains(where: \.isVisible) {
            problems.append("the poster is blank: brightness \(image.mean), spread \(image.spread)")
        }
        return problems
    }

    /// The mean and the standard deviation of an image's brightness, 0...255.
    struct Brightness {
        let mean: Double
        let spread: Double

        init(_ pixels: some Collection<UInt8>) {
            let count = Double(max(1, pixels.count))
            let mean = pixels.reduce(0) { $0 + Double($1) } / count
            let squares = pixels.reduce(0) { $0 + Double($1) * Double($1) }
            self.mean = mean
            spread = max(0, squares / count - mean * mean).squareRoot()
        }

        /// Whether the image is nearly black or uniform.
        var isBlank: Bool { mean < 12 || spread < 4 }
        /// Whether something is clearly visible.
        var isVisible: Bool { mean > 24 && spread > 12 }
    }

    /// Returns the brightness of `rate` frames per second, or of all frames.
    private static func brightness(of file: URL, stream: Int, rate: Int?) async throws
        -> [Brightness]
    {
        let folder = try TemporaryFolder("brightness")
        let pixels = folder.file("pixels")
        let filters =
            (rate.map { ["fps=\($0)"] } ?? []) + [
                "scale=\(side):\(side):flags=area:out_range=pc", "format=gray",
            ]
        // Errors of a corrupt upload do not concern the poster.
        _ = try await FFmpeg.errorLines(
            ["-i", FFprobe.path(file), "-map", "0:\(stream)"]
                + ["-vf", filters.joined(separator: ","), "-f", "rawvideo", FFprobe.path(pixels)]
        )
        let bytes = [UInt8](try Data(contentsOf: pixels))
        let count = side * side
        return stride(from: 0, to: bytes.count - count + 1, by: count).map {
            Brightness(bytes[$0..<$0 + count])
        }
    }
}
