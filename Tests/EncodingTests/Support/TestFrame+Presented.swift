import LibAV
import MediaModel
import MediaTestSupport
import MediaUnits

@testable import Encoding

extension TestFrame {
    /// Returns the planes of the highest rendition's frame.
    static func presented(
        _ pixels: [UInt8], _ size: Resolution, _ source: VideoSource, to output: Resolution,
        as description: PixelDescription? = nil
    ) throws -> [UInt8] {
        let described = try description ?? self.description("yuv420p")
        let frame = try Frame(pixels: pixels[...], size: size, format: described.format)
        frame.presentationTime = 0
        let graph = try FilterGraph(
            VideoFilters.first(described, size, source, to: output), for: frame, isVideo: true,
            timeBase: Rational(1, 25), outputs: 1)
        try graph.push(frame)
        let result = try Frame()
        guard try graph.pull(into: result) else { return [] }
        return try result.copyPixels()
    }
}
