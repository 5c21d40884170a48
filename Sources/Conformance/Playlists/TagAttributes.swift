/// The attributes of a tag, without those that could not be read (RFC 8216, 4.2).
struct TagAttributes {
    /// The attributes of a tag that are read; no tag of the specifications has twenty.
    private static let most = 1000

    private(set) var values: [String: String] = [:]

    init(_ text: String, file: String, line: Int, findings: inout FindingList) {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            guard values.count < Self.most else {
                findings.add(.limitExceeded, file, line: line, "more attributes than are read")
                return
            }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else {
                let name = String(Substring(rest))
                findings.add(
                    .badAttributes, file, line: line, "an attribute without a value: \(name)")
                return
            }
            let name = String(Substring(rest[..<equals]))
            if name.isEmpty || !name.utf8.allSatisfy(Self.isNameByte) {
                findings.add(.badAttributes, file, line: line, "invalid attribute name: \(name)")
            }
            rest = rest[rest.index(after: equals)...]
            let value: Substring.UTF8View
            let isQuoted = rest.first == UInt8(ascii: "\"")
            if isQuoted {
                rest = rest.dropFirst()
                guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else {
                    findings.add(.badAttributes, file, line: line, "\(name) has no closing quote")
                    return
                }
                value = rest[..<end]
                rest = rest[rest.index(after: end)...]
                if let next = rest.first, next != UInt8(ascii: ",") {
                    findings.add(.badAttributes, file, line: line, "no comma after \(name)")
                    return
                }
            } else {
                value = rest[..<(rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex)]
                rest = rest[value.endIndex...]
            }
            rest = rest.dropFirst()
            if let problem = AttributeSyntax.problem(name, value, isQuoted: isQuoted) {
                findings.add(.badValue, file, line: line, problem)
            }
            if values.updateValue(String(Substring(value)), forKey: name) != nil {
                findings.add(.badAttributes, file, line: line, "duplicate \(name)")
            }
        }
    }

    subscript(name: String) -> String? { values[name] }

    /// The entries of `CODECS`; empty without it.
    var codecs: [Substring] {
        (values["CODECS"] ?? "").split(separator: ",")
            .map { $0.drop { $0 == " " } }
    }

    /// `RESOLUTION`; `nil` if it is missing or invalid.
    var resolution: VideoSize? {
        let sides = (values["RESOLUTION"] ?? "")
            .split(separator: "x", omittingEmptySubsequences: false).map { UInt32($0) ?? 0 }
        guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
        return VideoSize(width: Int(sides[0]), height: Int(sides[1]))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
