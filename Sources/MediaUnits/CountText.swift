/// Counts with their nouns.
package enum CountText {
    /// Returns a count with its noun: `1 segment`, `2 segments`.
    package static func text(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}
