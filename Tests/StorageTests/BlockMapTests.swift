import Testing

@testable import Storage

/// Which blocks are evicted, and which are fetched ahead.
@Suite struct BlockMapTests {
    private static let block = BlockMap.blockSize

    @Test func rangesAndBlocksCoverEachOther() {
        let map = BlockMap(size: 2 * Self.block + 10)
        #expect(map.count == 3)
        #expect(map.blocks(of: 0..<1) == 0..<1)
        #expect(map.blocks(of: Self.block - 1..<Self.block + 1) == 0..<2)
        #expect(map.bytes(of: 2..<3) == 2 * Self.block..<2 * Self.block + 10)
    }

    /// Blocks that were used since the last pass are evicted after those that were not.
    @Test func leastRecentlyUsedBlocksAreEvictedFirst() {
        var map = BlockMap(size: 200 * Self.block)
        map.insert(0..<200)
        #expect(map.evict() == 0)
        // The pass has cleared all marks; this one gets a new one.
        map.lease(1..<2)
        map.release(1..<2)
        #expect(map.evict() == 2)
        #expect(map.presentCount == 198 && !map.isPresent(0) && map.isPresent(1))
    }

    @Test func leasedBlocksAreNotEvicted() {
        var map = BlockMap(size: 100 * Self.block)
        map.insert(0..<100)
        map.lease(0..<60)
        map.lease(50..<99)
        #expect(map.evict() == 99)
        #expect(map.evict() == nil)
        map.release(0..<60)
        let evicted = (0..<50).compactMap { _ in map.evict() }
        #expect(evicted.sorted() == Array(0..<50))
        #expect(map.evict() == nil)
    }

    @Test func nothingIsFetchedAheadOfRandomRequests() {
        var ahead = ReadAhead()
        for block in [0, 100, 50, 20, 200, 10] {
            #expect(ahead.note(block..<block + 1).isEmpty)
        }
    }

    /// An eighth of what was read in sequence, by each of several readers, up to 8 MiB.
    @Test func readAheadGrowsWithTheSequence() {
        var ahead = ReadAhead()
        var fetched = [0, 0]
        for step in 0..<1000 {
            for reader in 0..<2 {
                let block = reader * 10_000 + step
                let blocks = ahead.note(block..<block + 1)
                if !blocks.isEmpty { fetched[reader] = blocks.upperBound }
                let most = max(1, min(ReadAhead.largest, (step + 1) / ReadAhead.share))
                #expect(fetched[reader] - (block + 1) <= most)
            }
        }
        #expect(fetched[0] > 1000 && fetched[1] > 11_000)
    }
}
