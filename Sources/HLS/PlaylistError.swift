public import Errors

/// An error in the text of a playlist, or a feature that this module does not support.
public struct PlaylistError: CodedError, Hashable {
    public enum Code: String, Sendable, CaseIterable { case badPlaylist = "BAD_PLAYLIST" }

    /// The number of the line, from 1.
    public let line: Int
    /// The cause, on one line of at most 200 scalars: "EXTINF without a duration".
    public let message: String

    public var code: Code { .badPlaylist }
    public var advice: String { "make the playlist again, with features of RFC 8216" }

    init(_ line: Int, _ reason: String) {
        self.line = line
        // The message can quote the playlist, which can contain any text.
        self.message = String(SafeText.quoted(reason).unicodeScalars.prefix(200))
    }

    public var description: String { "line \(line): \(message)" }
}
