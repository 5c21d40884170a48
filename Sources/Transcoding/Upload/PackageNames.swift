internal import Storage

/// The package names of all uploads of a run, the same on each run.
enum PackageNames {
    /// Returns the package names by the locations of the uploads.
    ///
    /// - Parameters:
    ///   - paths: The locations of the uploads.
    ///   - chosen: The name that the user chose for a single upload.
    ///   - sha256: Returns the hash of an upload, needed only where names collide; `nil` if it cannot be read.
    ///   - existing: Returns the hash of the upload that the package of a name was made from; `nil` if there is none.
    /// - Returns: A unique name for each path.
    static func assign(
        _ paths: [Location], chosen: String?, sha256: (Location) -> String?,
        existing: (String) -> String?
    ) -> [Location: String] {
        if let chosen, paths.count == 1 { return [paths[0]: UploadName.safe(chosen)] }
        var names: [Location: String] = [:]
        // Some file systems are not case-sensitive.
        let groups = Dictionary(grouping: paths) { UploadName.name(forFile: $0).lowercased() }
        for group in groups.values {
            guard group.count > 1 else {
                names[group[0]] = UploadName.name(forFile: group[0])
                continue
            }
            // The upload whose package has the name already retains it; names of the others contain the hash.
            var isTaken = false
            for path in group {
                let base = UploadName.name(forFile: path)
                let content = sha256(path)
                if !isTaken, let content, existing(base) == content {
                    names[path] = base
                    isTaken = true
                } else {
                    names[path] = UploadName.name(base, of: content ?? "unknown")
                }
            }
        }
        return distinct(names, order: paths)
    }

    /// Numbers the packages of equal files with equal names.
    private static func distinct(
        _ names: [Location: String], order: [Location]
    ) -> [Location: String] {
        var given = Set(names.values.map { $0.lowercased() })
        var seen: Set<String> = []
        var result: [Location: String] = [:]
        for path in order {
            guard var name = names[path] else { continue }
            if !seen.insert(name.lowercased()).inserted {
                let base = name
                var number = 2
                repeat {
                    name = "\(base)-\(number)"
                    number += 1
                } while !given.insert(name.lowercased()).inserted
            }
            result[path] = name
        }
        return result
    }
}
