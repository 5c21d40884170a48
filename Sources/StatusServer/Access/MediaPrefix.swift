public import Storage

/// The prefix of a bucket that contains the uploads or outputs of clients.
public struct MediaPrefix: Sendable, Hashable {
    /// The location of the prefix, whose slash at the end may be missing.
    public let location: Location

    /// Creates the root from a location; `nil` unless it is a bucket or a prefix.
    public init?(_ location: Location) {
        guard case .object = location.kind else { return nil }
        self.location = location
    }

    /// Returns the location of an object, given by its URL or by its key below the prefix.
    ///
    /// - Throws: `MediaPathError` unless it is below the prefix.
    func upload(_ text: String) throws(MediaPathError) -> Location {
        let found = try self.location(text)
        guard found != self.location, !found.fileName.isEmpty else { throw .notAnObject }
        return found
    }

    /// Returns the location of a prefix for packages, given by its URL or by its key below this prefix.
    ///
    /// - Throws: `MediaPathError` unless it is this prefix or below it.
    func output(_ text: String) throws(MediaPathError) -> Location { try self.location(text) }

    /// No part of the key may begin with a dot: `.vtranscode` has unfinished work of all jobs, and a proxy before the server may
    /// resolve `..`, so that the key would lead out of the prefix.
    private func location(_ text: String) throws(MediaPathError) -> Location {
        guard text.utf8.count <= 4096 else { throw .invalid }
        guard text.utf8.first != UInt8(ascii: "/") else { throw .outside }
        let found: Location
        if SubmissionRoot.isURL(text) {
            guard text.utf8.starts(with: "s3://".utf8) else { throw .outside }
            guard let url = try? Location(checking: text) else { throw .invalid }
            found = url
        } else {
            found = text.isEmpty ? self.location : self.location.appending(text)
            // It is unchanged if the key is not valid.
            guard text.isEmpty || found != self.location else { throw .invalid }
        }
        guard found.isBelow(self.location), !found.isHidden(below: self.location) else {
            throw .outside
        }
        return found
    }
}
