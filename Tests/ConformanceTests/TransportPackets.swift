@testable import Conformance

/// The packets of an MPEG-TS segment, which a test changes.
struct TransportPackets {
    var packets: [[UInt8]]

    init(_ bytes: [UInt8]) {
        packets = stride(from: 0, to: bytes.count, by: 188).map {
            Array(bytes[$0..<min($0 + 188, bytes.count)])
        }
    }

    var bytes: [UInt8] { packets.flatMap(\.self) }

    static func pid(_ packet: [UInt8]) -> Int { Int(packet[1] & 0x1F) << 8 | Int(packet[2]) }

    /// The PID of the video, which ffmpeg chooses.
    static let video = 0x100
    static let table = 0x1000

    func index(of pid: Int) -> Int? { packets.firstIndex { Self.pid($0) == pid } }

    /// Changes the section of each packet of a table, and writes its CRC.
    mutating func changeSections(of pid: Int, _ change: (inout [UInt8]) -> Void) {
        for index in packets.indices where Self.pid(packets[index]) == pid {
            let start = 5 + Int(packets[index][4])
            let count = Int(packets[index][start + 1] & 0xF) << 8 | Int(packets[index][start + 2])
            var section = Array(packets[index][start..<(start + 3 + count - 4)])
            change(&section)
            let length = section.count + 4 - 3
            section[1] = section[1] & 0xF0 | UInt8(length >> 8)
            section[2] = UInt8(length & 0xFF)
            let checksum = TransportTables.checksum(section[...])
            section += stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: checksum >> UInt32($0))
            }
            let packet = Array(packets[index][..<start]) + section
            packets[index] = packet + Array(repeating: 0xFF, count: 188 - packet.count)
        }
    }

    /// Adds a descriptor to each PMT, which continues in a second packet.
    mutating func lengthenTable(by count: Int) {
        var counter: UInt8?
        for index in packets.indices.reversed() where Self.pid(packets[index]) == Self.table {
            let start = 5 + Int(packets[index][4])
            let length = Int(packets[index][start + 1] & 0xF) << 8 | Int(packets[index][start + 2])
            var section = Array(packets[index][start..<(start + 3 + length - 4)])
            let descriptors = Int(section[10] & 0xF) << 8 | Int(section[11]) + count
            (section[10], section[11]) = (0xF0 | UInt8(descriptors >> 8), UInt8(descriptors & 0xFF))
            section.insert(
                contentsOf: [0x80, UInt8(count - 2)] + Array(repeating: 0, count: count - 2), at: 12
            )
            let size = section.count + 1
            (section[1], section[2]) = (0xB0 | UInt8(size >> 8), UInt8(size & 0xFF))
            let checksum = TransportTables.checksum(section[...])
            section += stride(from: 24, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: checksum >> UInt32($0))
            }
            let first = Array(packets[index][..<4]) + [0] + section[..<183]
            var second = Array(packets[index][..<4]) + section[183...]
            second[1] &= 0xBF
            second += Array(repeating: 0xFF, count: 188 - second.count)
            packets.replaceSubrange(index...index, with: [first, second])
            counter = counter ?? packets[index][3]
        }
        for index in packets.indices where Self.pid(packets[index]) == Self.table {
            packets[index][3] = packets[index][3] & 0xF0 | (counter ?? 0) & 0x0F
            counter = (counter ?? 0) &+ 1
        }
    }

    /// Adds to the timestamps of all PES packets, which wrap after 33 bits.
    mutating func shiftTimes(by ticks: Int64) {
        for index in packets.indices {
            let packet = packets[index]
            guard packet[1] & 0x40 != 0, packet[3] & 0x10 != 0 else { continue }
            let start = packet[3] & 0x20 == 0 ? 4 : 5 + Int(packet[4])
            guard start + 19 <= 188, packet[start..<(start + 3)].elementsEqual([0, 0, 1]) else {
                continue
            }
            let flags = packet[start + 7]
            let fields = flags & 0xC0 == 0xC0 ? [9, 14] : flags & 0x80 != 0 ? [9] : []
            for field in fields { shift(index, start + field, by: ticks) }
        }
    }

    private mutating func shift(_ index: Int, _ start: Int, by ticks: Int64) {
        let field = packets[index][start..<(start + 5)].reduce(Int64(0)) { $0 << 8 | Int64($1) }
        let time = (field >> 33 & 7) << 30 | (field >> 17 & 0x7FFF) << 15 | field >> 1 & 0x7FFF
        let new = (time + ticks) & (1 << 33 - 1)
        let kept = field & 0xF0_0000_0000
        let value =
            kept | (new >> 30) << 33 | 1 << 32 | (new >> 15 & 0x7FFF) << 17 | 1 << 16
            | (new & 0x7FFF) << 1 | 1
        for byte in 0..<5 {
            packets[index][start + byte] = UInt8(truncatingIfNeeded: value >> Int64(32 - byte * 8))
        }
    }
}
