package import MediaUnits

/// What `download.mp4` is made of.
package enum DownloadPlan: Codable, Hashable, Sendable {
    /// The upload's own packets of these streams, ascending; `start`: seconds of its clock at time 0 of the file.
    case copied(streams: [Int], start: Rational)
    /// The highest rendition and the default sound; the reason why not the upload's own, where the preset asks for those.
    case joined(reason: String?)

    /// What is made where the upload's own streams turn out not to do.
    package func joined(because reason: String) -> DownloadPlan {
        guard case .copied = self else { return self }
        return .joined(reason: reason)
    }
}

/// How a package's `download.mp4` is made, as plans and manifests tell it.
public struct Download: Codable, Hashable, Sendable {
    /// Below the package.
    public let file: String
    /// The upload's own streams, not encoded again; or else the highest rendition and the default sound.
    public let isCopied: Bool
    /// Why not the upload's own, where the preset asks for those.
    public let reason: String?

    package init(_ plan: DownloadPlan) {
        file = "download.mp4"
        switch plan {
        case .copied: (isCopied, reason) = (true, nil)
        case .joined(let why): (isCopied, reason) = (false, why)
        }
    }
}
