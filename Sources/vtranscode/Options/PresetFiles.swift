import Foundation

/// The presets of a command's arguments: files, names of shipped presets, and all files in folders.
enum PresetFiles {
    /// Returns the presets in the order of the arguments, those of a folder sorted by path, without duplicates.
    ///
    /// A folder without presets is returned itself, so that it is reported.
    static func find(_ arguments: [String]) -> [String] {
        var seen: Set<String> = []
        return arguments.flatMap { argument -> [String] in
            guard isFolder(argument) else { return [argument] }
            let inside = inside(argument)
            return inside.isEmpty ? [argument + "/"] : inside
        }.filter { seen.insert($0).inserted }
    }

    /// Returns the presets in a folder; hidden ones are skipped, and links to folders are not followed.
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
