extension InternetAddress {
    /// Parses the host of a URL, without brackets; `nil` for a name.
    ///
    /// IPv4 addresses are accepted in every form that C libraries accept: `127.0.0.1`, `127.1`, `0x7f000001`, `017700000001`.
    package init?(host: some StringProtocol) {
        let text = host.lowercased()
        guard let bytes = text.contains(":") ? Self.version6(text) : Self.version4(text) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    /// Parses one to four numbers; the last one fills the remaining bytes, as in inet_aton(3).
    private static func version4(_ text: String) -> [UInt8]? {
        var parts = text.split(separator: ".", omittingEmptySubsequences: false)
        // Resolvers accept the root's dot at the end of names, and of addresses as well.
        if parts.count > 1, parts.last == "" { parts.removeLast() }
        let numbers = parts.compactMap(number)
        guard (1...4).contains(parts.count), numbers.count == parts.count else { return nil }
        let (leading, last) = (numbers.dropLast(), numbers[numbers.count - 1])
        let rest = 4 - leading.count
        guard leading.allSatisfy({ $0 < 256 }), last >> (8 * rest) == 0 else { return nil }
        return leading.map { UInt8($0) }
            + (0..<rest).map { UInt8(truncatingIfNeeded: last >> (8 * (rest - 1 - $0))) }
    }

    /// Parses a decimal number, an octal one with the prefix 0, or a hexadecimal one with the prefix 0x.
    private static func number(_ text: Substring) -> UInt64? {
        guard let first = text.first, first.isHexDigit else { return nil }
        if text.hasPrefix("0x") { return UInt64(text.dropFirst(2), radix: 16) }
        return UInt64(text, radix: first == "0" ? 8 : 10)
    }

    /// Parses eight groups, `::` for zeros, and possibly an IPv4 address at the end (RFC 4291, 2.2).
    private static func version6(_ text: String) -> [UInt8]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        switch halves.count {
        case 1:
            return groups(halves[0], isEnd: true).flatMap { $0.count == 16 ? $0 : nil }
        case 2:
            guard let start = groups(halves[0], isEnd: false),
                let end = groups(halves[1], isEnd: true), start.count + end.count <= 14
            else { return nil }
            return start + Array(repeating: 0, count: 16 - start.count - end.count) + end
        default:
            return nil
        }
    }

    private static func groups(_ text: Substring, isEnd: Bool) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        for group in text.split(separator: ":", omittingEmptySubsequences: false) {
            if (1...4).contains(group.count), group.allSatisfy(\.isHexDigit),
                let value = UInt16(group, radix: 16)
            {
                bytes += [UInt8(value >> 8), UInt8(value & 255)]
            } else if isEnd, group.endIndex == text.endIndex, group.contains("."),
                let address = version4(String(group))
            {
                bytes += address
            } else {
                return nil
            }
        }
        return bytes
    }
}
