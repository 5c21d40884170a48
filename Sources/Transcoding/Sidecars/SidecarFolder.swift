internal import Captions
internal import CuePoints
internal import MediaModel
internal import Probing
internal import Storage
internal import SystemPackage

/// The captions and cue points in one folder, each with the upload that it belongs to.
struct SidecarFolder {
    /// Names of captions, by each stem that they can belong to: `clip.de.srt` by `clip.de` and `clip`.
    private var filesByStem: [String: [String]] = [:]
    /// The stems of the folder's other files.
    private let stems: Set<String>
    private let names: Set<String>

    init(_ names: [String]) {
        self.names = Set(names)
        let captions = names.filter { !$0.hasPrefix(".") && SidecarName.isCaptions($0) }
        stems = Set(names.filter { !SidecarName.isCaptions($0) }.map(Self.stem))
        for file in captions.sorted() {
            var stem = Self.stem(file)
            while !stem.isEmpty {
                filesByStem[stem, default: []].append(file)
                // Captions belong to the longest stem that another file has.
                if stems.contains(stem) { break }
                let shorter = Self.stem(stem)
                if shorter == stem { break }
                stem = shorter
            }
        }
    }

    private static func stem(_ file: String) -> String {
        FilePath.Component(checking: file)?.base ?? ""
    }

    /// Returns the sidecars of an upload.
    func sidecars(of upload: Location) -> FoundSidecars {
        let stem = upload.stem
        return FoundSidecars(
            captions: (filesByStem[stem] ?? []).compactMap { SidecarName($0, stem: stem) },
            cuePoints: CuePointFile.names(beside: stem).filter(names.contains))
    }

    /// Returns the sidecars beside uploads, by the uploads' locations; each folder is listed once, in the source of its uploads.
    ///
    /// A folder without permission to list it has none: the upload may still be readable. If the store fails, there may be
    /// captions; the error prevents a package without them.
    static func sidecars(
        beside uploads: [Location], in source: (Location) throws(StorageError) -> any UploadSource
    ) -> [Location: Result<FoundSidecars, UploadError>] {
        var result: [Location: Result<FoundSidecars, UploadError>] = [:]
        for group in Dictionary(grouping: uploads, by: folder).values {
            let folder = Result { () throws(StorageError) in
                SidecarFolder(try source(group[0]).names(beside: group[0]))
            }
            for upload in group {
                result[upload] = folder.map { $0.sidecars(of: upload) }
                    .mapError { .unreadableSidecars(upload.description, $0) }
            }
        }
        return result
    }

    /// What is listed to find the captions of an upload: its folder, or what begins with the name of the upload itself.
    private static func folder(of upload: Location) -> Location {
        upload.path.map { Location($0.parent) } ?? upload
    }

    /// Returns the sidecars beside one upload.
    static func sidecars(
        beside upload: Location, in source: any UploadSource
    ) throws(UploadError) -> FoundSidecars {
        try sidecars(beside: [upload], in: { _ in source })[upload]?.get() ?? FoundSidecars()
    }
}
