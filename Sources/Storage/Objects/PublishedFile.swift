internal import S3
internal import Transport
import Synchronization

/// The web servers that files of a published package are read from.
package struct WebAccess: Sendable {
    /// The hosts that redirects may lead to, in lower case.
    package let hosts: Set<String>
    /// Whether they may have addresses outside of the public internet.
    package let allowsPrivate: Bool

    package init(hosts: Set<String>, allowsPrivate: Bool) {
        (self.hosts, self.allowsPrivate) = (hosts, allowsPrivate)
    }
}

/// A file of a published package in a bucket or on a web server: its first bytes, and others when they are read.
///
/// Nothing is stored on a disk. The first request of a web server shows the size and has the first bytes, so that most segments take
/// one request.
package final class PublishedFile: Sendable {
    /// The location, after redirects.
    package let location: Location
    /// The size in bytes; a lower bound if `isTooLong`.
    package let size: Int64
    /// Whether the web server has a public address; true for buckets.
    package let isPublic: Bool
    /// Whether the file is longer than the limit, and the server sends no ranges: only the first bytes can be read.
    package let isTooLong: Bool

    /// The bytes of a request; chosen above the `moof` box of most segments.
    private static let requestLength = 64 << 10

    /// `nil` if `head` is all that can be read.
    private let object: (any ObjectReader)?
    private let head: [UInt8]
    /// The bytes of the last request.
    private let block = Mutex<(start: Int64, bytes: [UInt8])>((0, []))
    private let isStopped: @Sendable () -> Bool

    /// Opens an object of a bucket.
    init(
        _ object: S3ObjectReader, at location: Location, isStopped: @escaping @Sendable () -> Bool
    ) {
        (self.location, self.object, self.isStopped) = (location, object, isStopped)
        (size, isPublic, isTooLong, head) = (object.size, true, false, [])
    }

    /// Opens a file of a web server.
    ///
    /// - Parameters:
    ///   - requests: The requests for its URL.
    ///   - location: The location.
    ///   - limit: The bytes that are read from a server that sends no ranges.
    ///   - isStopped: Whether to end requests.
    /// - Throws: If the server does not send it.
    init(
        _ requests: WebRequests, at location: Location, limit: Int,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) {
        var bytes: [UInt8] = []
        let range = HTTPHeader("Range", "bytes=0-\(Self.requestLength - 1)")
        let response = try requests.send(
            [range], isStopped: isStopped, timeouts: HTTPTimeouts(overall: Self.longestTime)
        ) { head in
            bytes = []
            let most = head.status == 200 ? limit : Self.requestLength
            return { part in
                bytes += part.prefix(most + 1 - bytes.count)
                return bytes.count <= most
            }
        }
        let origin = requests.origin
        self.location =
            (origin?.url).flatMap { try? WebLocation($0) }.map { Location(.web($0)) } ?? location
        isPublic = origin?.isPublic ?? true
        self.isStopped = isStopped
        if response.status == 200 {
            isTooLong = bytes.count > limit
            (size, object, head) = (Int64(bytes.count), nil, bytes)
            return
        }
        guard let size = WebObjectReader.size(response),
            (0...WebObjectReader.largestSize).contains(size)
        else { throw .refused("the web server does not state the size") }
        let isRange = response.status == 206
        guard !isRange || response["Content-Range"]?.hasPrefix("bytes 0-") ?? false else {
            throw .refused("the web server sends another range")
        }
        guard isRange || size == 0 else { throw .refused("status \(response.status)") }
        head = isRange ? Array(bytes.prefix(Int(clamping: size))) : []
        (self.size, isTooLong) = (size, false)
        object = WebObjectReader(requests, after: response, size: size)
    }

    /// The limit of a request, in seconds: a server may send a body slowly.
    private static let longestTime = 120.0

    /// Reads a part, which has the memory of `count` bytes.
    ///
    /// - Returns: At most `count` bytes; fewer at the end of the file.
    package func bytes(at offset: Int64, count: Int) throws(StorageError) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0 else { return [] }
        let end = offset + min(Int64(count), size - offset)
        if end <= head.count || object == nil {
            return Array(head[min(Int(clamping: offset), head.count)..<min(Int(end), head.count)])
        }
        let last = block.withLock(\.self)
        if last.start <= offset, end <= last.start + Int64(last.bytes.count) {
            return Array(last.bytes[Int(offset - last.start)..<Int(end - last.start)])
        }
        let read = try read(offset..<max(end, min(size, offset + Int64(Self.requestLength))))
        if read.count <= Self.requestLength { block.withLock { $0 = (offset, read) } }
        return Array(read.prefix(Int(end - offset)))
    }

    private func read(_ range: Range<Int64>) throws(StorageError) -> [UInt8] {
        guard let object else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(range.upperBound - range.lowerBound))
        var (filled, emptyReads) = (0, 0)
        while filled < bytes.count {
            do throws(ObjectError) {
                var span = bytes.mutableSpan
                let count = try unsafe span.withUnsafeMutableBytes {
                    buffer throws(ObjectError) in
                    try unsafe object.read(
                        at: range.lowerBound + Int64(filled),
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]),
                        isStopped: isStopped)
                }
                emptyReads = count > 0 ? 0 : emptyReads + 1
                guard emptyReads < 3 else { throw .unreachable("it sends no bytes") }
                filled += min(max(0, count), bytes.count - filled)
            } catch {
                throw .object(error, location)
            }
        }
        return bytes
    }
}
