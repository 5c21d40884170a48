internal import LibAV
internal import Storage

/// Several files read as one: an init segment and its segments.
///
/// One of them is open at a time, since a film has more segments than a process may have descriptors.
final class JoinedFiles: ByteReader {
    private let paths: [String]
    /// Where each file starts, and the end of the last.
    private let starts: [Int]
    private var open: (index: Int, file: RegularFile)?

    init(_ paths: [String]) throws {
        self.paths = paths
        starts = try paths.reduce(into: [0]) { starts, path in
            starts.append(starts[starts.count - 1] + Int(try RegularFile(path).size))
        }
    }

    var size: Int { starts[starts.count - 1] }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < size else { return 0 }
        let index = starts.partitioningIndex { $0 > offset } - 1
        let file = try file(at: index)
        return unsafe try file.read(at: Int64(offset - starts[index]), into: buffer)
    }

    private func file(at index: Int) throws -> RegularFile {
        if let open, open.index == index { return open.file }
        let file = try RegularFile(paths[index])
        open = (index, file)
        return file
    }
}
