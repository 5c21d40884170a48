package import Foundation

extension JSONEncoder {
    /// An encoder of readable JSON; equal values give equal bytes.
    package static var pretty: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
