internal import CuePoints
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Probing
internal import Storage
internal import SystemPackage

/// The file with cue points beside an upload.
enum CuePointSidecar {
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
