internal import Foundation
package import MediaModel
package import Presets
internal import Storage
package import SystemPackage

/// A package that is made by tasks, in any number of processes on hosts that share the output folder.
package struct PackageRequest: Sendable {
    /// The name of the package unless the request has a name; one visible path component.
    package let id: String
    /// The name of the job's workspace: one visible path component.
    package let folder: String
    /// The queue of the job, recorded in the workspace; `nil` for none.
    package let queue: String?
    /// The upload's path, the same for every process.
    package let upload: FilePath
    /// The SHA-256 that the upload must have, hexadecimal; `nil` for any.
    package let sha256: String?
    /// The folder of the packages, the same for every process.
    package let output: FilePath
    /// The folder that upload and output must lie below, without a link on the way from there; `nil` for any.
    package let root: FilePath?
    /// The package's name, safe in a URL and as the name of a file.
    package let name: String
    package let preset: Preset
    package let trim: TrimRequest

    /// Creates a request; its id is the default for the names of package and workspace.
    package init(
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
