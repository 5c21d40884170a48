internal import Captions
internal import Foundation
package import MediaModel
package import Presets
internal import Probing
package import Storage

/// A package that is made by tasks, in any number of processes on hosts that share the output folder.
package struct PackageRequest: Sendable {
    /// The name of the package unless the request has a name; one visible path component.
    package let id: String
    /// The name of the job's workspace: one visible path component.
    package let folder: String
    /// The queue of the job, recorded in the workspace; `nil` for none.
    package let queue: String?
    /// The upload's location, the same for every process.
    package let upload: Location
    /// The SHA-256 that the upload must have, hexadecimal; `nil` for any.
    package let sha256: String?
    /// The identity that a remote upload must have; `nil` for any.
    package let contentIdentity: String?
    /// The captions beside the upload that the package uses, with the content that they must have; `nil` for those that are there.
    package let sidecars: [SubmittedSidecar]?
    /// The folder of the packages, the same for every process.
    package let output: Location
    /// The folder or prefix that the output must lie below, without a link on the way from there; `nil` for any.
    package let root: Location?
    /// The folder or prefix that the upload must lie below, likewise; an upload on a web server with a root must have a public address.
    package let uploadRoot: Location?
    /// The package's name, safe in a URL and as the name of a file.
    package let name: String
    package let preset: Preset
    package let trim: TrimRequest

    /// Creates a request; its id is the default for the names of package and workspace.
    package init(
        id: String, folder: String? = nil, queue: String? = nil, upload: Location,
        sha256: String? = nil, contentIdentity: String? = nil,
        sidecars: [SubmittedSidecar]? = nil, output: Location,
        root: Location? = nil, uploadRoot: Location? = nil, name: String? = nil,
        preset: Preset,
        trim: TrimRequest = TrimRequest()
    ) {
        self.id = id
        self.folder = folder ?? id
        self.queue = queue
        self.upload = upload
        self.sha256 = sha256
        self.contentIdentity = contentIdentity
        self.sidecars = sidecars
        self.output = output
        self.root = root
        self.uploadRoot = uploadRoot
        self.name = UploadName.safe(name ?? id)
        self.preset = preset
        self.trim = trim
    }

}

extension PackageRequest {
    /// Returns the names of the captions to be read: the submitted ones, or those beside the upload.
    ///
    /// - Throws: `UploadError` if the folder cannot be listed, or a submitted name is not one of captions of the upload.
    func sidecarNames(in source: any UploadSource) throws(UploadError) -> [SidecarName] {
        guard preset.usesSidecars else { return [] }
        guard let sidecars else {
            return try SidecarFolder.sidecars(beside: upload, in: source).captions
        }
        let stem = upload.stem
        let names = sidecars.compactMap { SidecarName($0.file, stem: stem) }
        guard names.count == sidecars.count else {
            throw .submittedCaptionsChanged(upload.description, sidecars.map(\.file))
        }
        return names
    }

    /// Checks that captions have the content that was submitted.
    ///
    /// - Throws: `UploadError` with the code `changed`.
    func checkSidecars(_ read: [Sidecar]) throws(UploadError) {
        guard preset.usesSidecars, let sidecars else { return }
        let changed = zip(sidecars, read).filter { !$0.isSame(as: $1) }.map(\.0.file)
        guard changed.isEmpty, sidecars.count == read.count else {
            throw .submittedCaptionsChanged(upload.description, changed)
        }
    }
}
