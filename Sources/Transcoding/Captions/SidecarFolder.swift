internal import Captions
internal import MediaModel
internal import Probing
internal import Storage
internal import SystemPackage

/// The captions in one folder, each with the upload that it belongs to.
struct SidecarFolder {
    /// Names of captions, by each stem that they can belong to: `clip.de.srt` by `clip.de` and `clip`.
    private var filesByStem: [String: [String]] = [:]
    /// The stems of the folder's other files.
    private let stems: Set<String>

    init(_ names: [String]) {
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

    /// Returns the captions of an upload, sorted by name.
    func sidecars(of upload: FilePath) -> [SidecarName] {
        let stem = upload.lastComponent?.base ?? ""
        return (filesByStem[stem] ?? []).compactMap { SidecarName($0, stem: stem) }
    }

    /// Returns the captions beside uploads, by the uploads' paths; each folder is listed once, in the source of its uploads.
    ///
    /// A folder without permission to list it has none: the upload may still be readable. If the store fails, there may be
    /// captions; the error prevents a package without them.
    static func sidecars(
        beside uploads: [FilePath], in source: (FilePath) -> any UploadSource
    ) -> [FilePath: Result<[SidecarName], UploadError>] {
        var result: [FilePath: Result<[SidecarName], UploadError>] = [:]
        for paths in Dictionary(grouping: uploads, by: \.parent).values {
            let folder = Result { () throws(StorageError) in
                SidecarFolder(try source(paths[0]).names(beside: paths[0]))
            }
            for path in paths {
                result[path] = folder.map { $0.sidecars(of: path) }
                    .mapError { .unreadableSidecars(path.string, $0) }
            }
        }
        return result
    }

    /// Returns the captions beside one upload.
    static func sidecars(
        beside upload: FilePath, in source: any UploadSource
    ) throws(UploadError) -> [SidecarName] {
        try sidecars(beside: [upload], in: { _ in source })[upload]?.get() ?? []
    }
}
