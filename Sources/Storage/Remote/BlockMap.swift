/// The blocks of a file that are present in its cache, and which of them are in use; values only.
///
/// Takes two bits for each block: 1 MiB for an object of 1 TB.
struct BlockMap {
    /// The size of a block, in bytes.
    ///
    /// Not measured: chosen as far less than the read-ahead and a chunk, and large enough that few requests read one.
    static let blockSize: Int64 = 256 << 10

    /// The size of the file, in bytes.
    let size: Int64
    /// The number of blocks; the last one may be shorter.
    let count: Int
    private var present: [UInt64]
    /// The blocks that were used since eviction last passed them.
    private var used: [UInt64]
    /// The number of leases of each block that has any.
    private var leases: [Int: Int] = [:]
    /// The block where eviction continues.
    private var hand = 0
    /// The number of blocks that are present.
    private(set) var presentCount = 0

    init(size: Int64) {
        self.size = size
        count = Int(size / Self.blockSize) + (size % Self.blockSize > 0 ? 1 : 0)
        present = Array(repeating: 0, count: (count + 63) / 64)
        used = present
    }

    /// Returns the blocks that have bytes of a range.
    func blocks(of range: Range<Int64>) -> Range<Int> {
        let end = (range.upperBound + Self.blockSize - 1) / Self.blockSize
        return Int(range.lowerBound / Self.blockSize)..<Int(end)
    }

    /// Returns the range of blocks in the file, in bytes.
    func bytes(of blocks: Range<Int>) -> Range<Int64> {
        let start = Int64(blocks.lowerBound) * Self.blockSize
        return start..<max(start, min(size, Int64(blocks.upperBound) * Self.blockSize))
    }

    func isPresent(_ block: Int) -> Bool { Self.has(present, block) }

    /// Returns the first run of blocks in a range that a predicate selects; `nil` if there is none.
    static func run(in blocks: Range<Int>, where isSelected: (Int) -> Bool) -> Range<Int>? {
        guard let start = blocks.first(where: isSelected) else { return nil }
        let rest = start..<blocks.upperBound
        return start..<(rest.first { !isSelected($0) } ?? blocks.upperBound)
    }

    /// Notes that blocks are present.
    mutating func insert(_ blocks: Range<Int>) {
        for block in blocks where !isPresent(block) {
            Self.set(&present, block)
            Self.set(&used, block)
            presentCount += 1
        }
    }

    /// Excludes blocks from eviction until `release`.
    mutating func lease(_ blocks: Range<Int>) {
        for block in blocks {
            leases[block, default: 0] += 1
            Self.set(&used, block)
        }
    }

    mutating func release(_ blocks: Range<Int>) {
        for block in blocks {
            let count = leases[block, default: 0] - 1
            leases[block] = count > 0 ? count : nil
        }
    }

    /// Removes the next block that is not leased, preferably one that was not used for long (the clock algorithm).
    ///
    /// - Returns: The block; `nil` if all blocks are leased.
    mutating func evict() -> Int? {
        guard presentCount > 0 else { return nil }
        // The first pass clears marks of use, the second one finds a block if any is free.
        var left = 2 * present.count + 1
        while left > 0 {
            let word = hand / 64
            let candidates = present[word] & (~0 << UInt64(hand % 64))
            guard candidates != 0 else {
                hand = word + 1 < present.count ? (word + 1) * 64 : 0
                left -= 1
                continue
            }
            let block = word * 64 + candidates.trailingZeroBitCount
            hand = block + 1 < count ? block + 1 : 0
            if hand / 64 != word || hand == 0 { left -= 1 }
            if Self.has(used, block) {
                Self.clear(&used, block)
            } else if leases[block] == nil {
                Self.clear(&present, block)
                presentCount -= 1
                return block
            }
        }
        return nil
    }

    private static func has(_ bits: [UInt64], _ index: Int) -> Bool {
        bits[index / 64] & (1 << UInt64(index % 64)) != 0
    }

    private static func set(_ bits: inout [UInt64], _ index: Int) {
        bits[index / 64] |= 1 << UInt64(index % 64)
    }

    private static func clear(_ bits: inout [UInt64], _ index: Int) {
        bits[index / 64] &= ~(1 << UInt64(index % 64))
    }
}
