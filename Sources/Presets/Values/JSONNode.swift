import Foundation

/// A JSON value for writing: a JSON Schema or a part of one.
indirect enum JSONNode: Encodable, Sendable, Equatable {
    case text(String)
    case number(Double)
    case truth(Bool)
    case list([JSONNode])
    case object([String: JSONNode])

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .truth(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The value as indented text with sorted keys and a line feed at the end.
    var text: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else {
            preconditionFailure("only infinite numbers fail to encode, and a schema has none")
        }
        return String(decoding: data, as: UTF8.self) + "\n"
    }

    /// Returns the value of a scalar that YAML 1.2 reads as a number or a boolean: `30`, `true`; `nil` for text.
    static func typed(_ text: String) -> JSONNode? {
        if text == "true" || text == "false" { return .truth(text == "true") }
        let isNumber = text.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (48...57).contains($0) }
        return isNumber ? Double(text).map(JSONNode.number) : nil
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(booleanLiteral value: Bool) { self = .truth(value) }
    init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
    init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
}
