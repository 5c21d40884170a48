internal import Foundation
public import MediaModel
public import Presets
internal import Storage

/// A package that is made in steps, which different processes may take, on machines that share the output folder.
public struct PackageRequest: Sendable {
    /// Names the package, if nothing else does: one visible path component.
    public let id: String
    /// The name of the order's work folder: one visible path component.
    public let folder: String
    /// The upload's path, the same for every process.
    public let upload: String
    /// SHA-256 that the upload must have, hexadecimal; `nil`: any.
    public let sha256: String?
    /// The folder of the packages, likewise.
    public let output: String
    /// What both must lie below, without a link on the whole way from there; `nil`: they may be anywhere.
    public let root: String?
    /// The package's, safe in a URL and as a file's name.
    public let name: String
    public let preset: Preset
    public let trim: Trim

    /// An order; without a name of its own, the package has the order's, as has the folder.
    public init(
        id: String, folder: String? = nil, upload: String, sha256: String? = nil, output: String,
        root: String? = nil, name: String? = nil, preset: Preset, trim: Trim = Trim()
    ) {
        self.id = id
        self.folder = folder ?? id
        self.upload = upload
        self.sha256 = sha256
        self.output = output
        self.root = root
        self.name = UploadName.safe(name ?? id)
        self.preset = preset
        self.trim = trim
    }

    var place: LocalDestination {
        LocalDestination(output: output, name: name, followsLinks: root == nil)
    }

    var rootFolder: RootFolder? { root.map(RootFolder.init) }
}
