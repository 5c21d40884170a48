internal import Errors
internal import LibAV
internal import MediaModel
internal import Storage
internal import SystemPackage

/// A reader of several ranges of files as one file.
final class FileRangesReader: ByteReader {
    private let ranges: [(file: RegularFile, range: Range<Int>)]
    let size: Int

    init(_ sources: [TrackMeasurement.FileRange], in folder: OpenFolder) throws {
        ranges = try sources.map { source in
            let file = try folder.file(below: source.path)
            guard source.range.lowerBound >= 0, source.range.upperBound <= file.size else {
                throw InternalError("\(source.path) became shorter")
            }
            return (file, source.range)
        }
        size = ranges.reduce(0) { $0 + $1.range.count }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var start = 0
        for (file, range) in ranges {
            let (first, end) = (offset - start, range.count)
            start += end
            guard first < end else { continue }
            let target = unsafe UnsafeMutableRawBufferPointer(
                rebasing: buffer[..<min(buffer.count, end - first)])
            return try unsafe file.read(at: Int64(range.lowerBound + first), into: target)
        }
        return 0
    }
}
