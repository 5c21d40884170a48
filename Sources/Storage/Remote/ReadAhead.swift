/// The choice of blocks to fetch ahead of requests, for several readers of one file; values only.
struct ReadAhead {
    /// The maximum number of blocks ahead of a reader.
    static let largest = 32
    /// The share of the blocks that a reader read in sequence that is fetched ahead of it: a reader that stops, as that of a
    /// chunk does, has fetched an eighth too much.
    static let share = 8
    /// The number of readers that are distinguished; chosen above the tracks of an upload that are not interleaved, times the
    /// processes that read it.
    static let readers = 32

    /// The number of blocks that a reader may skip: those that a request made readable beyond its range.
    private static let gap = Int(BlockCache.largestRequest / BlockMap.blockSize)

    private struct Reader {
        /// The first and the next block.
        var start, next: Int
        /// The block before which all were fetched ahead.
        var fetched: Int
    }

    /// The most recent one last.
    private var known: [Reader] = []

    /// Notes a request for blocks.
    ///
    /// - Returns: The blocks to fetch ahead, which may be behind the end of the file or present; empty for none.
    mutating func note(_ blocks: Range<Int>) -> Range<Int> {
        let none = blocks.upperBound..<blocks.upperBound
        let index = known.lastIndex {
            // From the rest of the last block to the end of what was readable beyond the request.
            ($0.next - 1...$0.next + Self.gap).contains(blocks.lowerBound)
                && blocks.upperBound >= $0.next
        }
        guard let index else {
            if known.count == Self.readers { known.removeFirst() }
            known.append(
                Reader(
                    start: blocks.lowerBound, next: blocks.upperBound, fetched: blocks.upperBound))
            return none
        }
        var reader = known.remove(at: index)
        defer { known.append(reader) }
        let hasMoved = blocks.upperBound > reader.next
        reader.next = blocks.upperBound
        guard hasMoved else { return none }
        let length = min(Self.largest, max(1, (reader.next - reader.start) / Self.share))
        let ahead = max(reader.fetched, reader.next)..<max(reader.fetched, reader.next + length)
        // In few large requests: when half of the length is left.
        guard reader.fetched - reader.next <= length / 2 else { return none }
        reader.fetched = ahead.upperBound
        return ahead
    }
}
