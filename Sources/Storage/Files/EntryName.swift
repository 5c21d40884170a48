/// The name of an entry of a folder: any bytes but the slash, which need not be UTF-8.
struct EntryName: Sendable {
    /// The bytes with a zero at the end, for system calls.
    let bytes: [CChar]

    init(_ name: String) { bytes = name.utf8.map(CChar.init(bitPattern:)) + [0] }

    init(bytes: [CChar]) { self.bytes = bytes }

    /// The name as text; `nil` if it is not UTF-8.
    var text: String? { String(validating: units, as: UTF8.self) }

    /// The name with invalid UTF-8 replaced, for messages only.
    var shown: String { String(decoding: units, as: UTF8.self) }

    var isHidden: Bool { bytes.first == CChar(bitPattern: UInt8(ascii: ".")) }

    private var units: some Collection<UInt8> {
        bytes.dropLast().lazy.map(UInt8.init(bitPattern:))
    }
}
