/// What made a package: part of every key, since another build may give other bytes, and written into the manifest.
package struct EngineVersions: Codable, Hashable, Sendable {
    package let vtranscode: String
    /// libav's libraries and their versions.
    package let libav: [String: String]
    /// What x264 says of itself: `core 164 r3095 baee400`; `nil` if this libav has no libx264.
    package let x264: String?

    /// Likewise x265: `199) - 3.5+1-f0c1022b6`.
    package let x265: String?

    package init(
        vtranscode: String,
        libav: [String: String],
        x264: String?,
        x265: String?
    ) {
        self.vtranscode = vtranscode
        self.libav = libav
        self.x264 = x264
        self.x265 = x265
    }

    /// One line in which every version stands.
    package var identity: String {
        let libraries = libav.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return
            ([vtranscode] + libraries + [x264 ?? "no x264", x265 ?? "no x265"])
            .joined(separator: ", ")
    }
}
