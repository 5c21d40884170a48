import Foundation
package import MediaModel
package import MediaUnits

/// Frames made of pixel values.
package enum TestFrame {
    /// Returns planes of gray 4:2:0: one luma value per quarter, row by row from the upper left.
    package static func quarters(_ luma: [UInt8], _ size: Resolution) -> [UInt8] {
        let rows = (0..<size.height).flatMap { row in
            (0..<size.width).map { column in
                luma[(row < size.height / 2 ? 0 : 2) + (column < size.width / 2 ? 0 : 1)]
            }
        }
        return rows + [UInt8](repeating: 128, count: size.pixelCount / 2)
    }

    /// Returns planes of one color: full luma, and chroma of half the width and height.
    package static func flat(_ color: [UInt8], _ size: Resolution) -> [UInt8] {
        [UInt8](repeating: color[0], count: size.pixelCount)
            + [UInt8](repeating: color[1], count: size.pixelCount / 4)
            + [UInt8](repeating: color[2], count: size.pixelCount / 4)
    }

    package static func source(
        orientation: Orientation = .upright, dynamicRange: VideoInfo.DynamicRange = .sdr
    ) -> VideoSource {
        VideoSource(
            stream: 0, orientation: orientation, deinterlacing: nil, dynamicRange: dynamicRange,
            maximumPixels: .max, frameBytes: 0, decoderThreads: 1)
    }

    /// Returns a pixel description with a bit depth of 8, decoded from its JSON form.
    package static func description(
        _ format: String, matrix: String? = "bt709", isFullRange: Bool = false,
        isRGB: Bool = false, hasAlpha: Bool = false, primaries: String? = nil,
        transfer: String? = nil
    ) throws -> PixelDescription {
        var fields: [String: Any] = [
            "format": format, "bitDepth": 8, "isRGB": isRGB, "hasAlpha": hasAlpha,
            "isFullRange": isFullRange,
        ]
        fields["matrix"] = matrix
        fields["primaries"] = primaries
        fields["transfer"] = transfer
        let data = try JSONSerialization.data(withJSONObject: fields)
        return try JSONDecoder().decode(PixelDescription.self, from: data)
    }
}
