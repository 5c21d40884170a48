/// The parent's means to make ranges of a file readable for a sandbox process, which has a descriptor of the file.
///
/// All other ranges are holes, which the process may read as anything but data of another file.
public struct RangeProvider: Sendable {
    /// Receives a readable range, or the error for which the process is ended.
    public typealias Completion = @Sendable (Result<GrantedRange, any Error>) -> Void

    /// The size of the file, in bytes.
    let size: Int
    /// Requests a range and returns the number of bytes that are fetched because of this.
    let request: @Sendable (Range<Int>, @escaping Completion) -> Int

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - size: The size of the file, in bytes.
    ///   - request: Requests a range, which is not empty, inside of the file, and at most `largestRequest` long. Does not block;
    ///     calls the completion once, on any thread. Returns the number of bytes that are fetched because of this request.
    public init(
        size: Int, request: @escaping @Sendable (Range<Int>, @escaping Completion) -> Int
    ) {
        (self.size, self.request) = (size, request)
    }

    /// The maximum length of a requested range, in bytes.
    public static let largestRequest = 1 << 20
}

/// A range that is readable as long as this value, or a copy of it, exists.
public struct GrantedRange: Sendable {
    /// The requested range, or a longer one with the same start.
    let range: Range<Int>
    private let lease: any Sendable

    public init(_ range: Range<Int>, lease: any Sendable) {
        (self.range, self.lease) = (range, lease)
    }
}

/// The means of work to make ranges of a file readable.
public protocol RangeReader: Sendable {
    /// Executes a body while a range is readable by the file's descriptor; blocks until it is.
    ///
    /// - Parameters:
    ///   - range: The wanted range in bytes, not empty, and inside of the file.
    ///   - body: Receives the range that is readable: the wanted one, or one that has the same start and is shorter.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; in the parent's own process also that of the provider.
    func read<Result>(_ range: Range<Int>, _ body: (Range<Int>) throws -> Result) throws -> Result
}
