import Foundation

/// The presets that arguments name: files, names of shipped ones, and all that lie in folders.
enum PresetFiles {
    /// In the order of the arguments, those of a folder by their paths; none twice.
    ///
    /// A folder without any stands for itself, so that it is told and not passed over.
    static func find(_ arguments: [String]) -> [String] {
        var seen: Set<String> = []
        return arguments.flatMap { argument -> [String] in
            guard isFolder(argument) else { return [argument] }
            let inside = inside(argument)
            return inside.isEmpty ? [argument + "/"] : inside
        }.filter { seen.insert($0).inserted }
    }

    /// Hidden files and folders are passed over, links to folders not followed.
    private static func inside(_ folder: String) -> [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        return names.filter { name in
            (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
                && !name.split(separator: "/").contains { $0.hasPrefix(".") }
        }.sorted().map { prefix + $0 }
    }

    private static func isFolder(_ path: String) -> Bool {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        return (try? url.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }
}
