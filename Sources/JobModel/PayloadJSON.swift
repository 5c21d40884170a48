internal import Foundation

/// The form of JSON in which payloads are stored and sent.
///
/// An object is one line without spaces, its fields in alphabetical order, slashes not escaped. Fields without a value are
/// absent unless their type encodes them as `null`.
public enum PayloadJSON {
    /// Writes a value.
    ///
    /// - Throws: `EncodingError` if the value contains a number that is not finite.
    public static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// Reads a value; unknown fields are ignored.
    ///
    /// - Throws: `DecodingError`.
    public static func value<Value: Decodable>(_ text: String) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
}
