/// Two bytes of CEA-608 captions: one field's share of one picture.
package struct CEA608Pair: Hashable {
    /// 0 or 1; the first carries CC1 and CC2, the second CC3 and CC4.
    package let field: Int
    /// With their parity bits.
    package let first: UInt8
    package let second: UInt8

    /// Takes a unit of `cc_data` by CTA-708-E, 4.3: a byte of flags, and the two bytes.
    ///
    /// - Returns: `nil` if it holds no CEA-608 (but CEA-708), or nothing but padding.
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
