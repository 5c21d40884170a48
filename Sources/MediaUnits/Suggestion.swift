/// Suggestions for misspelled words.
package enum Suggestion {
    /// Returns the candidate with the fewest edits, if at most a third of its letters differ.
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        // Words come from files and can have any length; longer ones are not misspellings.
        guard word.count <= 64 else { return nil }
        let ranked = candidates.map {
            (candidate: $0, edits: distance(word.lowercased(), $0.lowercased()))
        }
        guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
        let tolerated = max(1, max(word.count, best.candidate.count) / 3)
        return best.edits <= tolerated ? best.candidate : nil
    }

    /// Returns the number of insertions, deletions and replacements that turn `b` into `a` (Levenshtein distance).
    static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var row = Array(0...b.count)
        for (i, left) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, right) in b.enumerated() {
                let replaced = diagonal + (left == right ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[b.count]
    }
}

/// Returns text from a file for a message: in backquotes, truncated to 40 characters.
package func quoted(_ text: String) -> String {
    text.count <= 40 ? "`\(text)`" : "`\(text.prefix(40))…`"
}
