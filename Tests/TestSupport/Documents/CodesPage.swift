import Foundation

/// The tables of docs/codes.md.
public enum CodesPage {
    public struct NoSuchSection: Error {
        public let heading: String
    }

    private static let file = URL(filePath: #filePath)
        .appending(path: "../../../../docs/codes.md").standardizedFileURL

    /// The rows of a section's tables, by each code that the first cell names; without their first cell.
    ///
    /// - Throws: `NoSuchSection` also where two have this heading.
    public static func rows(of heading: String) throws -> [String: [String]] {
        let text = try String(contentsOf: file, encoding: .utf8)
        let sections = text.components(separatedBy: "\n## ").filter { $0.hasPrefix(heading + "\n") }
        guard sections.count == 1 else { throw NoSuchSection(heading: heading) }
        var rows: [String: [String]] = [:]
        for line in sections[0].split(separator: "\n") where line.hasPrefix("| `") {
            let cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            for code in cells[0].matches(of: /`([A-Z0-9_]+)`/) {
                rows[String(code.output.1)] = Array(cells.dropFirst())
            }
        }
        return rows
    }

    /// The codes that a section's tables name.
    public static func codes(of heading: String) throws -> Set<String> {
        Set(try rows(of: heading).keys)
    }
}
