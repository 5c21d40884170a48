internal import Foundation
internal import Storage

/// The files of captions in one folder, and which upload each goes with.
public struct SideCarFolder {
    /// By every stem that a file's name may go with: `clip.de.srt` by `clip.de` and `clip`.
    private var filesByStem: [String: [String]] = [:]
    /// Stems of the folder's other files.
    private let stems: Set<String>

    init(_ names: [String]) {
        let captions = names.filter { !$0.hasPrefix(".") && SideCarName.isCaptions($0) }
        stems = Set(names.filter { !SideCarName.isCaptions($0) }.map(PathText.stem))
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
    func sideCars(of upload: String) -> [SideCarName] {
        let stem = PathText.stem(upload)
        return (filesByStem[stem] ?? []).compactMap { SideCarName($0, stem: stem) }
    }

    /// The captions beside each of some uploads, by the uploads' paths; each folder is listed once.
    ///
    /// A folder that cannot be listed has none: the upload itself may still be read.
    static func sideCars(beside uploads: [String]) -> [String: [SideCarName]] {
        var result: [String: [SideCarName]] = [:]
        for (parent, paths) in Dictionary(grouping: uploads, by: PathText.parent) {
            let names = try? FileManager.default.contentsOfDirectory(
                atPath: parent.isEmpty ? "." : parent)
            let folder = SideCarFolder(names ?? [])
            for path in paths { result[path] = folder.sideCars(of: PathText.name(path)) }
        }
        return result
    }

    /// What the captions beside an upload are, each by its part of the name and its content: the same ones make the same package.
    ///
    /// - Parameters:
    ///   - upload: Its path.
    ///   - root: What all of them must lie below.
    /// - Returns: Their identities.
    public static func identities(beside upload: String, below root: String? = nil) -> [String] {
        SideCar.read(
            sideCars(beside: [upload])[upload] ?? [], beside: upload,
            below: root.map(RootFolder.init)
        ).map(\.identity)
    }
}
