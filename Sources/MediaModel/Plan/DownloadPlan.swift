package import MediaUnits

/// The content of `download.mp4`.
package enum DownloadPlan: Codable, Hashable, Sendable {
    /// The packets of these streams of the upload, ascending; `start` is time 0 of the file, in seconds of its clock.
    case copied(streams: [Int], start: Rational)
    /// The highest rendition and the default audio; `reason` is why the upload is not copied, if the preset allows it.
    case joined(reason: String?)

    /// Returns the plan for the case that the upload's streams cannot be copied.
    package func joined(because reason: String) -> DownloadPlan {
        guard case .copied = self else { return self }
        return .joined(reason: reason)
    }
}

/// The content of `download.mp4`, as plans and manifests describe it.
public struct Download: Codable, Hashable, Sendable {
    /// The path in the package.
    public let file: String
    /// Whether it has the streams of the upload, not encoded again; otherwise the highest rendition and the default audio.
    public let isCopied: Bool
    /// The reason why the upload is not copied, if the preset allows it.
    public let reason: String?

    package init(_ plan: DownloadPlan) {
        file = "download.mp4"
        switch plan {
        case .copied: (isCopied, reason) = (true, nil)
        case .joined(let reason): (isCopied, self.reason) = (false, reason)
        }
    }
}
