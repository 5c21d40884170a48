internal import Captions
public import MediaModel
internal import Probing
internal import Storage

/// The files of captions in one folder, and which upload each goes with.
public struct SidecarFolder {
    /// By every stem that a file's name may go with: `clip.de.srt` by `clip.de` and `clip`.
    private var filesByStem: [String: [String]] = [:]
    /// Stems of the folder's other files.
    private let stems: Set<String>

    init(_ names: [String]) {
        let captions = names.filter { !$0.hasPrefix(".") && SidecarName.isCaptions($0) }
        stems = Set(names.filter { !SidecarName.isCaptions($0) }.map(PathText.stem))
        for file in captions.sorted() {
            var stem = PathText.stem(file)
            while !stem.isEmpty {
                filesByStem[stem, default: []].append(file)
                // The longest stem that some other file has is the one that it goes with.
                if stems.contains(stem) { break }
                let shorter = PathText.stem(stem)
                if shorter == stem { break }
                stem = shorter
            }
        }
    }

    /// The captions that go with an upload of that name, sorted by name.
    func sidecars(of upload: String) -> [SidecarName] {
        let stem = PathText.stem(upload)
        return (filesByStem[stem] ?? []).compactMap { SidecarName($0, stem: stem) }
    }

    /// The captions beside each of some uploads, by the uploads' paths; each folder is listed once.
    ///
    /// A folder that may not be listed has none: the upload itself may still be read. Where the disk or its server fails, there
    /// may be some: then no package is made, since it would lack them.
    static func sidecars(
        beside uploads: [String]
    ) -> [String: Result<[SidecarName], UploadError>] {
        var result: [String: Result<[SidecarName], UploadError>] = [:]
        for (parent, paths) in Dictionary(grouping: uploads, by: PathText.parent) {
            let folder = Result { () throws(StorageError) in
                SidecarFolder(try names(in: parent.isEmpty ? "." : parent))
            }
            for path in paths {
                result[path] = folder.map { $0.sidecars(of: PathText.name(path)) }
                    .mapError { .unreadableSidecars(path, $0) }
            }
        }
        return result
    }

    /// The captions beside one upload.
    static func sidecars(beside upload: String) throws(UploadError) -> [SidecarName] {
        try sidecars(beside: [upload])[upload]?.get() ?? []
    }

    private static func names(in folder: String) throws(StorageError) -> [String] {
        do {
            return try Folder.names(in: folder)
        } catch {
            guard error.isNotFound else { throw error }
            return []
        }
    }

    /// What the captions beside an upload are, each by its part of the name and its content: the same ones make the same package.
    ///
    /// - Parameters:
    ///   - upload: Its path.
    ///   - root: What all of them must lie below.
    /// - Returns: Their identities.
    /// - Throws: `UploadError` where the disk or its server fails.
    public static func identities(
        beside upload: String, below root: String? = nil
    ) throws(UploadError) -> [String] {
        try Sidecar.read(
            sidecars(beside: upload), beside: upload,
            below: root.map(RootFolder.init)
        ).map(\.identity)
    }
}
