/// The stages into which work divides its CPU time, by their names in manifest.json.
enum Stage {
    /// Reading and decoding video, except in threads of decoders of large uploads.
    static let decode = "decode"
    /// Deinterlacing, the output grid, colors and scaling.
    static let convert = "convert"
    /// Tiles and posters.
    static let thumbnails = "thumbnails"
    /// The quality of renditions.
    static let quality = "quality"
    /// Fragments of segments, their hashes and files.
    static let package = "package"
    /// Reading and decoding audio, its conversion and loudness.
    static let decodeAudio = "decode-audio"
    static let encodeAudio = "encode-audio"

    /// Encoding a video rendition.
    static func encode(_ rung: String) -> String { "encode/\(rung)" }
}
