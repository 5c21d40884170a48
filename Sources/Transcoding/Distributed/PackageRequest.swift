internal import Foundation
public import MediaModel
public import Presets
internal import Storage
public import SystemPackage

/// A package that is made by tasks, in any number of processes on hosts that share the output folder.
public struct PackageRequest: Sendable {
    /// The name of the package unless the request has a name; one visible path component.
    public let id: String
    /// The name of the job's workspace: one visible path component.
    public let folder: String
    /// The queue of the job, recorded in the workspace; `nil` for none.
    public let queue: String?
    /// The upload's path, the same for every process.
    public let upload: FilePath
    /// The SHA-256 that the upload must have, hexadecimal; `nil` for any.
    public let sha256: String?
    /// The folder of the packages, the same for every process.
    public let output: FilePath
    /// The folder that upload and output must lie below, without a link on the way from there; `nil` for any.
    public let root: FilePath?
    /// The package's name, safe in a URL and as the name of a file.
    public let name: String
    public let preset: Preset
    public let trim: TrimRequest

    /// Creates a request; its id is the default for the names of package and workspace.
    public init(
        id: String, folder: String? = nil, queue: String? = nil, upload: FilePath,
        sha256: String? = nil,
        output: FilePath,
        root: FilePath? = nil, name: String? = nil, preset: Preset,
        trim: TrimRequest = TrimRequest()
    ) {
        self.id = id
        self.folder = folder ?? id
        self.queue = queue
        self.upload = upload
        self.sha256 = sha256
        self.output = output
        self.root = root
        self.name = UploadName.safe(name ?? id)
        self.preset = preset
        self.trim = trim
    }

    var destination: any PackageDestination {
        StorageRegistry.destination(at: output, followsLinks: root == nil)
    }

    var source: any UploadSource { StorageRegistry.uploadSource(of: upload, below: rootFolder) }

    var rootFolder: RootFolder? { root.map(RootFolder.init) }
}
