/// A name in a folder, as the file system has it: any bytes but the slash, perhaps not UTF-8.
struct EntryName: Sendable {
    /// Ends in a zero, as system calls want it.
    let bytes: [CChar]

    init(_ name: String) { bytes = name.utf8.map(CChar.init(bitPattern:)) + [0] }

    init(bytes: [CChar]) { self.bytes = bytes }

    /// The name as text; `nil` if it is not UTF-8.
    var text: String? { String(validating: units, as: UTF8.self) }

    /// The name with what is not UTF-8 replaced, to be shown only.
    var shown: String { String(decoding: units, as: UTF8.self) }

    var isHidden: Bool { bytes.first == CChar(bitPattern: UInt8(ascii: ".")) }

    private var units: some Collection<UInt8> {
        bytes.dropLast().lazy.map(UInt8.init(bitPattern:))
    }
}
