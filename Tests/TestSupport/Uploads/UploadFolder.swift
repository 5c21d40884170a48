public import Foundation

/// The folders of uploads: the corpus if there is one, otherwise the clips of this repository.
public enum UploadFolder {
    /// The corpus (`VT_CORPUS`), or `testmedia/`.
    public static let main: URL = corpus ?? testmedia

    /// The clips of this repository.
    public static let testmedia = packageRoot.appending(path: "testmedia")

    /// The folder that `VT_CORPUS` names.
    public static let corpus: URL? = folder(named: "VT_CORPUS")

    /// Longer clips (`VT_BENCH`), if there are any.
    public static let bench: URL? = folder(named: "VT_BENCH")

    /// Every upload of `main`, by name.
    public static let uploads: [TestUpload] = {
        let entries = (try? listed(in: main)) ?? [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: main.path)) ?? []
        return names.sorted()
            .filter { entries.isEmpty ? mediaExtensions.contains(suffix($0)) : entries[$0] != nil }
            .map { TestUpload(url: main.appending(path: $0), entry: entries[$0]) }
    }()

    /// The uploads for which only a package is correct.
    public static let accepted = uploads.filter(\.mustBeAccepted)

    private static let mediaExtensions: Set<String> = ["mp4", "mov", "mkv", "webm", "ts"]

    private static let packageRoot = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func suffix(_ name: String) -> String {
        String(name.split(separator: ".").last ?? "")
    }

    private static func folder(named variable: String) -> URL? {
        guard let path = ProcessInfo.processInfo.environment[variable], !path.isEmpty else {
            return nil
        }
        return URL(filePath: path, directoryHint: .isDirectory)
    }

    /// The corpus's entries by file name; empty without corpus.json.
    private static func listed(in folder: URL) throws -> [String: CorpusEntry] {
        let list = folder.appending(path: "corpus.json")
        guard FileManager.default.fileExists(atPath: list.path) else { return [:] }
        let entries = try JSONDecoder().decode([CorpusEntry].self, from: Data(contentsOf: list))
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.file, $0) })
    }
}
