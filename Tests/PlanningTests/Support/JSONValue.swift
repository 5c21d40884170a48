import Foundation

/// A value that replaces another one in JSON.
enum JSONValue: Sendable {
    case number(Int), text(String), null

    private var object: Any {
        switch self {
        case .number(let number): number
        case .text(let text): text
        case .null: NSNull()
        }
    }

    /// Returns JSON with another value at an existing path of keys and indices.
    static func replacing(
        _ path: [Substring], in json: Data, with value: JSONValue
    ) throws -> Data {
        let root = try JSONSerialization.jsonObject(with: json)
        return try JSONSerialization.data(
            withJSONObject: replacing(path[...], in: root, value.object))
    }

    private static func replacing(
        _ path: ArraySlice<Substring>, in object: Any, _ value: Any
    ) throws -> Any {
        guard let key = path.first else { return value }
        if var list = object as? [Any], let index = Int(key), list.indices.contains(index) {
            list[index] = try replacing(path.dropFirst(), in: list[index], value)
            return list
        }
        guard var fields = object as? [String: Any], let field = fields[String(key)] else {
            throw MissingKey(key: String(key))
        }
        fields[String(key)] = try replacing(path.dropFirst(), in: field, value)
        return fields
    }

    private struct MissingKey: Error {
        let key: String
    }
}
