/// Finds what somebody meant to write.
enum Spelling {
    /// The candidate that takes the fewest edits, if it takes so few that it may well be meant.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        // Words of any length may come from a file; nothing far longer than all candidates is a
        // misspelling.
        guard word.count <= 64 else { return nil }
        let ranked = candidates.map {
            (candidate: $0, edits: distance(word.lowercased(), $0.lowercased()))
        }
        guard let best = ranked.min(by: { $0.edits < $1.edits }) else { return nil }
        let tolerated = max(1, max(word.count, best.candidate.count) / 3)
        return best.edits <= tolerated ? best.candidate : nil
    }

    /// Insertions, deletions and replacements that make `a` of `b` (Levenshtein).
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

/// Text from a file in a message: in backquotes, and shortened where it is long.
func quoted(_ text: String) -> String {
    text.count <= 40 ? "`\(text)`" : "`\(text.prefix(40))…`"
}
