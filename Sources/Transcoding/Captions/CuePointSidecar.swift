internal import CuePoints
package import MediaModel
internal import MediaSandbox
package import MediaUnits
internal import Probing
package import Storage
internal import SystemPackage

/// The file with cue points beside an upload.
package enum CuePointSidecar {
    /// Reads the file beside an upload.
    ///
    /// - Parameters:
    ///   - upload: The location of the upload.
    ///   - root: The folder or prefix that upload and file must lie below.
    ///   - storage: The store of the upload.
    /// - Returns: The cue points in the order of the file; none without a file.
    /// - Throws: `UploadError` with `BAD_CUE_POINTS` if the file has a mistake, or if there are several; others if the store fails.
    package static func cuePoints(
        beside upload: Location, below root: Location? = nil, in storage: StorageRegistry = .local
    ) throws(UploadError) -> [CuePoint] {
        let source: any UploadSource
        do {
            source = try storage.uploadSource(of: upload, below: root)
        } catch {
            throw .unreadableSidecars(upload.description, error)
        }
        let found = try SidecarFolder.sidecars(beside: upload, in: source)
        return try read(found.cuePoints, beside: upload, in: source)
    }

    /// Reads the files with these names beside an upload, of which there may be one.
    static func read(
        _ names: [String], beside upload: Location, in source: any UploadSource
    ) throws(UploadError) -> [CuePoint] {
        guard let name = names.first else { return [] }
        guard names.count == 1 else {
            throw error(
                upload, "several files beside it have cue points: \(names.joined(separator: ", "))",
                advice: "leave one of them")
        }
        do {
            return try CuePointFile.read(try bytes(name, beside: upload, in: source), named: name)
        } catch let mistake as CuePointFileError {
            throw error(
                upload, "\(name):\(mistake.line):\(mistake.column): \(mistake.message)",
                advice: "correct that line, or remove the file")
        } catch let failure as StorageError {
            throw .unreadableSidecars(upload.description, failure)
        } catch let failure as UploadError {
            throw failure
        } catch {
            throw Self.error(upload, "\(name) cannot be read", advice: "check the file")
        }
    }

    private static func bytes(
        _ name: String, beside upload: Location, in source: any UploadSource
    ) throws -> [UInt8] {
        guard let location = upload.sibling(name) else { return [] }
        let file = try source.open(location)
        guard file.size <= Int64(CuePointFile.largest) else {
            throw error(
                upload, "\(name) has \(file.size) bytes, more than \(CuePointFile.largest)",
                advice: "leave the breaks of this upload in it")
        }
        return try file.bytes()
    }

    private static func error(
        _ upload: Location, _ message: String, advice: String
    ) -> UploadError {
        UploadError(.badCuePoints, upload.description, message, advice: advice)
    }
}
