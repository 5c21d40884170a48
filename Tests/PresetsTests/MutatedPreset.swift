import Testing

@testable import Presets

/// A preset with every key on its own line, whose values can be replaced.
struct MutatedPreset {
    struct Line {
        /// "ladder[2].maxrate".
        let path: String
        let key: String
        /// The text before the key: spaces, and the dash of an item.
        let margin: String
        /// The value; `nil` if a mapping or a list follows.
        var value: String?
    }

    private(set) var lines: [Line]

    /// Creates the lines of a valid preset from its YAML.
    init(of text: String) throws {
        let review = Preset.read(Array(text.utf8), file: "p.yaml")
        let resolved = try #require(review.resolved, "\(review.problems.map(\.description))")
        try #require(review.problems == [])
        var open: [(depth: Int, name: String)] = []
        var rungs = 0
        lines = resolved.split(separator: "\n").map { line in
            let margin = line.prefix { $0 == " " || $0 == "-" }
            if margin.contains("-") {
                rungs += 1
                open = [(0, "ladder[\(rungs)]")]
            }
            while let last = open.last, last.depth >= margin.count { open.removeLast() }
            let parts = line.dropFirst(margin.count).split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            let path = (open.map(\.name) + [String(parts[0])]).joined(separator: ".")
            if value.isEmpty { open.append((margin.count, String(parts[0]))) }
            return Line(
                path: path, key: String(parts[0]), margin: String(margin),
                value: value.isEmpty ? nil : String(value))
        }
    }

    var text: String {
        lines.map { "\($0.margin)\($0.key): \($0.value ?? "")\n" }.joined()
    }

    /// Returns the preset with some values replaced, by path.
    func with(_ values: [String: String]) throws -> MutatedPreset {
        var mutated = self
        for (path, value) in values {
            let index = try #require(lines.firstIndex { $0.path == path }, "\(path)")
            mutated.lines[index].value = value
        }
        return mutated
    }

    /// Returns texts with different invalid values; the number of lines does not change.
    func textsWithout(_ line: Line) throws -> [String] {
        let wrong = try ["[x]", "'?!'"].map { try with([line.path: $0]).text }
        // A misspelled option is another option.
        guard !line.path.hasPrefix("video.encoder.options.") else { return [wrong[0]] }
        let misspelled = lines.map {
            let key = $0.path == line.path ? "\($0.key)x" : $0.key
            return "\($0.margin)\(key): \($0.value ?? "")\n"
        }
        // Descriptions and names can be any text.
        let isFree = line.path == "description" || line.path == "name"
        return (isFree ? [wrong[0]] : wrong) + [misspelled.joined()]
    }
}
