/// An address of the Internet Protocol, version 4 or 6.
package struct InternetAddress: Sendable, Hashable {
    /// 4 or 16 bytes, the most significant byte first.
    package let bytes: [UInt8]

    /// Creates an address; `nil` unless there are 4 or 16 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Whether it is the address of a host on the package internet, by the registries of special-purpose addresses (RFC 6890).
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.special4.contains { $0.contains(bytes) } }
        // The address of an IPv4 host in a network with IPv6 only (RFC 6052).
        if Self.translated.contains(bytes), let host = InternetAddress(bytes: [UInt8](bytes[12...]))
        {
            return host.isPublic
        }
        // This excludes loopback, link-local, site-local, mapped and multicast addresses.
        return Self.unicast6.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    /// A block of addresses with a common prefix.
    private struct Block {
        let start: [UInt8]
        let length: Int

        init(_ start: [UInt8], _ length: Int) {
            self.start = start
            self.length = length
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            (0..<length).allSatisfy { bit in
                let first = bit / 8 < start.count ? start[bit / 8] : 0
                return (first ^ bytes[bit / 8]) >> (7 - bit % 8) & 1 == 0
            }
        }
    }

    private static let special4 = [
        Block([0], 8),  // this network
        Block([10], 8), Block([172, 16], 12), Block([192, 168], 16),  // private (RFC 1918)
        Block([100, 64], 10),  // between a carrier and its customers (RFC 6598)
        Block([127], 8),  // loopback
        Block([168, 63, 129, 16], 32),  // Azure's host services, a public address by registration
        Block([169, 254], 16),  // link-local: clouds serve credentials there
        Block([192, 0, 0], 24),  // protocol assignments
        Block([192, 0, 2], 24), Block([198, 51, 100], 24), Block([203, 0, 113], 24),  // examples
        Block([192, 88, 99], 24),  // relays to IPv6, deprecated
        Block([198, 18], 15),  // benchmarks
        Block([224], 4),  // multicast
        Block([240], 4),  // reserved, and broadcast
    ]

    private static let unicast6 = Block([0x20], 3)
    private static let special6 = [
        Block([0x20, 0x01, 0x00], 23),  // protocol assignments, and tunnels to any IPv4 address
        Block([0x20, 0x01, 0x0d, 0xb8], 32), Block([0x3f, 0xff], 20),  // examples
        Block([0x20, 0x02], 16),  // tunnels to any IPv4 address
    ]
    private static let translated = Block([0x00, 0x64, 0xff, 0x9b], 96)
}
