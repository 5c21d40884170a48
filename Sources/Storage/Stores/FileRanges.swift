/// The bytes of a file that its descriptor has only after they were requested: all others are holes, which read as anything.
public protocol FileRanges: AnyObject, Sendable {
    /// Requests a range.
    ///
    /// - Parameters:
    ///   - range: In bytes; not empty, inside of the file, and at most `FileRanges.largestRequest` long.
    ///   - completion: Called once, on any thread, also before this returns.
    /// - Returns: The number of bytes that are fetched because of this request: those of the range that are missing, and those
    ///   that are fetched ahead of later requests.
    func request(
        _ range: Range<Int64>,
        completion: @escaping @Sendable (Result<ReadableRange, StorageError>) -> Void
    ) -> Int64
}

extension FileRanges {
    /// The maximum length of a requested range, in bytes.
    public static var largestRequest: Int64 { 1 << 20 }
}

/// A range of a file that its descriptor has as long as this value, or a copy of it, exists.
public struct ReadableRange: Sendable {
    /// The requested range, and bytes after it that happen to be there.
    public let range: Range<Int64>
    private let lease: any AnyObject & Sendable

    init(_ range: Range<Int64>, lease: any AnyObject & Sendable) {
        (self.range, self.lease) = (range, lease)
    }
}
