package import MediaModel
internal import MediaSandbox
package import MediaUnits
internal import Probing
package import Storage

/// The captions and cue points beside one upload, found by one listing.
package struct UploadSidecars: Sendable {
    private let upload: Location
    private let source: any UploadSource
    private let found: FoundSidecars

    /// Lists what is beside an upload.
    ///
    /// - Parameters:
    ///   - upload: The location of the upload.
    ///   - root: The folder or prefix that upload and sidecars must lie below.
    ///   - storage: The store of the upload.
    /// - Throws: `UploadError` if the store fails.
    package init(
        beside upload: Location, below root: Location? = nil, in storage: StorageRegistry = .local
    ) throws(UploadError) {
        self.upload = upload
        do {
            source = try storage.uploadSource(of: upload, below: root)
        } catch {
            throw .unreadableSidecars(upload.description, error)
        }
        found = try SidecarFolder.sidecars(beside: upload, in: source)
    }

    /// Reads the captions.
    ///
    /// - Returns: The captions, sorted by the names of the files.
    /// - Throws: `UploadError` if the store fails.
    package func captions() throws(UploadError) -> [SubmittedSidecar] {
        try Sidecar.read(found.captions, beside: upload, in: source).map(SubmittedSidecar.init)
    }

    /// Reads the file with cue points.
    ///
    /// - Returns: The cue points in the order of the file; none without a file.
    /// - Throws: `UploadError` with `BAD_CUE_POINTS` if the file has a mistake, or if there are several; others if the store fails.
    package func cuePoints() throws(UploadError) -> [CuePoint] {
        try CuePointSidecar.read(found.cuePoints, beside: upload, in: source)
    }
}
