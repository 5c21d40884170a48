/// The attributes of a tag, without those that could not be read (RFC 8216, 4.2).
struct TagAttributes {
    private(set) var values: [String: String] = [:]

    init(_ text: String, file: String, line: Int, findings: inout FindingList) {
        var rest = text.utf8[...]
        while !rest.isEmpty {
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
            if rest.first == UInt8(ascii: "\"") {
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

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
