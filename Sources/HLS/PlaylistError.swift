/// An error in the text of a playlist, or a feature that this module does not support.
public struct PlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    public let line: Int
    /// The cause, on one line of at most 200 scalars: "EXTINF without a duration".
    public let reason: String

    init(_ line: Int, _ reason: String) {
        self.line = line
        // The reason can quote the playlist, which can contain any text.
        self.reason = String(SafeText.quoted(reason).unicodeScalars.prefix(200))
    }

    public var description: String { "line \(line): \(reason)" }
}
