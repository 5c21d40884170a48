/// Why a text is not a playlist that this module reads.
public struct PlaylistError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// One line of at most 200 scalars: "EXTINF without a duration".
    public let reason: String

    init(_ line: Int, _ reason: String) {
        self.line = line
        // It may quote the playlist, and that may hold anything.
        self.reason = String(SafeText.quoted(reason).unicodeScalars.prefix(200))
    }

    public var description: String { "line \(line): \(reason)" }
}
