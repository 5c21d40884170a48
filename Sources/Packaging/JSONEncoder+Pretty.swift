package import Foundation

extension JSONEncoder {
    /// An encoder for files that people read too; it writes the same bytes for the same value.
    package static var pretty: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
