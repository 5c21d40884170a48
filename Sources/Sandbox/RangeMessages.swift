/// A process's request for a range of one of its files; the parent answers with a `RangeAnswer` on the process's standard input.
struct RangeRequest: Codable {
    /// The maximum number of ranges that a process has at a time; chosen above the tracks of an upload, which a demuxer reads
    /// at as many positions.
    static let slots = 64
    /// The maximum length of a request as JSON, in bytes.
    static let longest = 256

    /// The index of the new range among those of the process, which gives up its earlier range with this index.
    let slot: Int
    /// The index of the file in the grant.
    let file: Int
    let start: Int
    let end: Int
}

/// A range that is readable, until the process requests another one with this slot.
struct RangeAnswer: Codable {
    let slot: Int
    let start: Int
    let end: Int
}
