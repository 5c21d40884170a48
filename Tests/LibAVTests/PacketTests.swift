import Testing

@testable import LibAV

@Suite struct PacketTests {
    /// Encodes ten frames and returns a value of each packet.
    private func packets<Value>(_ value: (borrowing Packet) throws -> Value) throws -> [Value] {
        var values: [Value] = []
        try TestClip.encode(10, with: TestClip.encoder()) { values.append(try value($0)) }
        return values
    }

    @Test(arguments: [0, 1, 7])
    func removingTheFirstBytesLeavesTheOthers(count: Int) throws {
        let isRight = try packets { packet in
            let before = packet.copyBytes()
            packet.removeFirst(count)
            return packet.copyBytes() == Array(before[count...])
                && packet.byteCount == before.count - count
        }
        #expect(isRight == Array(repeating: true, count: 10))
    }

    @Test func allBytesCanBeRemoved() throws {
        let left = try packets { packet in
            packet.removeFirst(packet.byteCount)
            return packet.copyBytes().count
        }
        #expect(left == Array(repeating: 0, count: 10))
    }

    /// The encoder lends the same packet repeatedly: taken content belongs to the new owner alone.
    @Test func takenPacketRetainsItsBytes() throws {
        let taken = try Packet()
        var first: [UInt8] = []
        let counts = try packets { packet in
            if first.isEmpty {
                first = packet.copyBytes()
                taken.take(packet)
                return packet.byteCount
            }
            return 0
        }
        #expect(taken.copyBytes() == first)
        #expect(counts[0] == 0, "the lent packet is empty")
    }

    @Test func takingReplacesTheContent() throws {
        let taken = try Packet()
        var last: [UInt8] = []
        _ = try packets { packet in
            last = packet.copyBytes()
            taken.take(packet)
        }
        #expect(taken.copyBytes() == last)
        taken.clear()
        #expect(taken.byteCount == 0)
        #expect(taken.presentationTime == nil)
    }

    @Test func fingerprintsAreDistinctAndReproducible() throws {
        let once = try packets { $0.fingerprint }
        let again = try packets { $0.fingerprint }
        #expect(once == again)
        #expect(Set(once).count == once.count)
    }

    @Test func onlyTheFirstPacketIsKey() throws {
        let flags = try packets {
            [$0.isKey, $0.isDiscarded, $0.isCorrupt, $0.isEncrypted]
        }
        #expect(flags[0] == [true, false, false, false])
        #expect(flags.dropFirst().allSatisfy { $0 == [false, false, false, false] })
    }

    @Test func timesCanBeUnknown() throws {
        let packet = try Packet()
        #expect(packet.presentationTime == nil)
        packet.presentationTime = -3
        packet.decodeTime = 4
        #expect(packet.presentationTime == -3)
        #expect(packet.decodeTime == 4)
        packet.decodeTime = nil
        #expect(packet.decodeTime == nil)
    }

    /// Also patterns that overlap themselves, or end with the packet.
    @Test func everyOccurrenceOfAPatternIsFound() throws {
        let isRight = try packets { packet in
            let bytes = packet.copyBytes()
            let patterns = [[0], [0, 0], Array(bytes.suffix(3)), Array(bytes.prefix(1)), bytes]
            return patterns.allSatisfy { pattern in
                let expected = (0...(bytes.count - pattern.count)).filter {
                    bytes[$0..<($0 + pattern.count)].elementsEqual(pattern)
                }.map { $0 + pattern.count }
                return packet.ends(of: pattern) == expected
                    && packet.ends(of: bytes + [0]).isEmpty
            }
        }
        #expect(isRight == Array(repeating: true, count: 10))
    }

    @Test func emptyPacketHasNoOccurrences() throws {
        #expect(try Packet().ends(of: [1]).isEmpty)
    }
}
