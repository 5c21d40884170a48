package import MediaModel
package import MediaUnits

/// A rendition to remux with others into one file: its init segment and its segments, in order.
package struct RemuxTrack: Codable, Sendable {
    package let files: [ArtifactFile]
    /// The rendition's duration, in seconds.
    package let duration: Rational

    package init(files: [ArtifactFile], duration: Rational) {
        self.files = files
        self.duration = duration
    }
}
