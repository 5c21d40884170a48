/// Gives every upload of a run a package name; the same ones again on the next run.
enum PackageNames {
    /// Names of packages by the paths of their uploads.
    ///
    /// - Parameters:
    ///   - paths: As the user named them or as they were found.
    ///   - chosen: The user's own name, for a single upload.
    ///   - sha256: An upload's content; asked for only where names collide. `nil` if it cannot be read.
    ///   - existing: The content that the package of a name was made from, if there is one.
    /// - Returns: A name for each path, no two the same.
    static func assign(
        _ paths: [String], chosen: String?, sha256: (String) -> String?,
        existing: (String) -> String?
    ) -> [String: String] {
        if let chosen, paths.count == 1 { return [paths[0]: UploadName.safe(chosen)] }
        var names: [String: String] = [:]
        // Some file systems do not tell upper case from lower.
        let groups = Dictionary(grouping: paths) { UploadName.name(forFile: $0).lowercased() }
        for group in groups.values {
            guard group.count > 1 else {
                names[group[0]] = UploadName.name(forFile: group[0])
                continue
            }
            // Whoever has the bare name already keeps it; all others are told apart by content, wherever they lie.
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

    /// Copies of one file under one name are still two packages: the second one is numbered, past any name that is given.
    private static func distinct(_ names: [String: String], order: [String]) -> [String: String] {
        var given = Set(names.values.map { $0.lowercased() })
        var seen: Set<String> = []
        var result: [String: String] = [:]
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
