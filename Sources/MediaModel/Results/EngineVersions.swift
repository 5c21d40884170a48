/// The versions of the program and its libraries, which the manifest lists.
///
/// Keys have versions too, since another build may make other bytes.
package struct EngineVersions: Codable, Hashable, Sendable {
    package let vtranscode: String
    /// The versions of libav's libraries, by their names.
    package let libav: [String: String]
    /// The versions that the video encoders in use write into streams, by libav's names of the encoders.
    ///
    /// The version of x264 is `core 164 r3095 baee400`. An encoder that this libav lacks is absent.
    package let encoders: [String: String]

    package init(vtranscode: String, libav: [String: String], encoders: [String: String]) {
        self.vtranscode = vtranscode
        self.libav = libav
        self.encoders = encoders
    }

    /// All versions on one line.
    package var identity: String {
        let versions = [libav, encoders].flatMap { names in
            names.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        }
        return ([vtranscode] + versions).joined(separator: ", ")
    }
}
