public import MediaUnits

/// Thumbnails for a player's seek bar: WebVTT that maps times to tiles of sprite sheets.
///
/// A cue's text is an image with a spatial media fragment in pixels (W3C Media Fragments URI 1.0,
/// 4.2.2), a convention that web players read.
public struct StoryboardTrack: Hashable, Sendable {
    /// One tile and the time for which players show it.
    public struct Cue: Hashable, Sendable {
        /// The start in seconds.
        public var start: Rational
        /// The end in seconds, after `start`.
        public var end: Rational
        /// The URI of the sprite sheet, relative to the track, without a fragment.
        public var uri: String
        /// The left edge of the tile in pixels.
        public var x: Int
        /// The top edge of the tile in pixels.
        public var y: Int
        /// The width of the tile in pixels.
        public var width: Int
        /// The height of the tile in pixels.
        public var height: Int

        public init(
            start: Rational, end: Rational, uri: String, x: Int, y: Int, width: Int, height: Int
        ) {
            self.start = start
            self.end = end
            self.uri = uri
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    /// The cues in the order of time, without overlaps.
    public var cues: [Cue]

    public init(cues: [Cue]) { self.cues = cues }

    /// The WebVTT file, with a line feed at the end.
    public var text: String {
        (["WEBVTT\n"] + cues.map(Self.block)).joined(separator: "\n")
    }

    private static func block(_ cue: Cue) -> String {
        let start = milliseconds(cue.start)
        // WebVTT, 4.1: the end is after the start, also of a cue of less than 1 ms.
        let end = max(start + 1, milliseconds(cue.end))
        let tile = "xywh=\(cue.x),\(cue.y),\(cue.width),\(cue.height)"
        return """
            \(WebVTTTime.text(start)) --> \(WebVTTTime.text(end))
            \(SafeText.uri(cue.uri))#\(tile)

            """
    }

    private static func milliseconds(_ seconds: Rational) -> Int { (seconds * 1000).rounded }
}
