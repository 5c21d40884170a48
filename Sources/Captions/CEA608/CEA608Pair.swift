/// Two bytes of CEA-608 captions: the data of one field of one frame.
package struct CEA608Pair: Hashable {
    /// The field, 0 or 1: field 0 carries CC1 and CC2, field 1 carries CC3 and CC4.
    package let field: Int
    /// The bytes with their parity bits.
    package let first: UInt8
    package let second: UInt8

    /// Parses a `cc_data` unit (CTA-708-E, 4.3): a byte of flags, then the two bytes.
    ///
    /// - Returns: `nil` for CEA-708 data and for padding.
    package init?(_ unit: some Collection<UInt8>) {
        let bytes = Array(unit)
        // cc_valid, and a cc_type of 0 or 1: the field.
        guard bytes.count == 3, bytes[0] & 0b110 == 0b100 else { return nil }
        guard bytes[1] & 0x7F != 0 || bytes[2] & 0x7F != 0 else { return nil }
        self.init(field: Int(bytes[0] & 1), first: bytes[1], second: bytes[2])
    }

    package init(field: Int, first: UInt8, second: UInt8) {
        self.field = field
        self.first = first
        self.second = second
    }
}
