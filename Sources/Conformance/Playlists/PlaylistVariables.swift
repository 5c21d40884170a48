import Foundation

/// The variables of a playlist: their definitions by `EXT-X-DEFINE`, and their substitution (RFC 8216bis, 4.3 and 4.4.2.3).
struct PlaylistVariables {
    /// The bytes that values add to a playlist at most; a value can be as long as its playlist, and occur in each of its lines.
    private static let mostBytes = 64 << 20

    private(set) var values: [String: String] = [:]
    /// Those of the multivariant playlist; `nil` for a playlist that no multivariant playlist names.
    private let imported: [String: String]?
    /// The query of the playlist's URI, with its question mark.
    private let query: String
    private let file: String
    private var addedBytes = 0

    init(file: String, query: String, imported: [String: String]?) {
        (self.file, self.query, self.imported) = (file, query, imported)
    }

    mutating func define(_ attributes: TagAttributes, at line: Int, findings: inout FindingList) {
        func report(_ message: String) { findings.add(.variables, file, line: line, message) }
        let kinds = ["NAME", "IMPORT", "QUERYPARAM"].filter { attributes[$0] != nil }
        guard kinds.count == 1, let kind = kinds.first, let name = attributes[kind] else {
            return report("EXT-X-DEFINE does not have one of NAME, IMPORT and QUERYPARAM")
        }
        if name.isEmpty || !name.utf8.allSatisfy(Self.isNameByte) {
            report("the name of a variable is not letters, digits, - and _: \(name)")
        }
        let value: String?
        switch kind {
        case "NAME":
            value = attributes["VALUE"]
            if value == nil { report("EXT-X-DEFINE without VALUE") }
        case "IMPORT":
            value = imported?[name]
            if value == nil { report("no multivariant playlist defines \(name)") }
        default:
            value = parameter(name)
            if value == nil { report("the URL of the playlist has no parameter \(name)") }
        }
        // The uses of a variable whose definition has a finding have none.
        if values.updateValue(value ?? "", forKey: name) != nil {
            report("\(name) is defined twice")
        }
    }

    /// Returns a URI, or the text between two quotes, with the values of variables.
    mutating func substitute(
        _ text: String, at line: Int, findings: inout FindingList
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{$"),
            let end = rest[start.upperBound...].firstIndex(of: "}")
        {
            let name = rest[start.upperBound..<end]
            result += rest[..<start.lowerBound]
            rest = rest[rest.index(after: end)...]
            guard let value = values[String(name)] else {
                findings.add(.variables, file, line: line, "\(name) is not defined before its use")
                continue
            }
            addedBytes += value.utf8.count
            guard addedBytes <= Self.mostBytes else {
                findings.add(
                    .limitExceeded, file, line: line, "more text of variables than is read")
                continue
            }
            result += value
        }
        return result + rest
    }

    /// Returns the attribute list of a tag with the values of variables in its quoted strings.
    mutating func substituteQuoted(
        _ text: String, at line: Int, findings: inout FindingList
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        return text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { index, part in
                index % 2 == 1
                    ? substitute(String(part), at: line, findings: &findings) : String(part)
            }
            .joined(separator: "\"")
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private func parameter(_ name: String) -> String? {
        URLComponents(string: query)?.queryItems?.first { $0.name == name }?.value
    }
}
