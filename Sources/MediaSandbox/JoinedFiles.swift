internal import LibAV
package import MediaModel
internal import MediaUnits
package import Storage
package import SystemPackage

/// Several files that are read as one, such as an init segment and its segments; links are not followed.
///
/// At most one file is open at a time, since a film has more segments than a process may have descriptors; it closes with the
/// reader.
package final class JoinedFiles: ByteReader {
    private let count: Int
    private let opening: (Int) throws -> RegularFile
    /// The offset of each file in bytes, and the end of the last one.
    private let starts: [Int]
    private var open: (index: Int, file: RegularFile)?

    /// Creates a reader of a number of files, each of which is opened once for its size and again when it is read.
    ///
    /// - Throws: The error of `opening`, for the first file that cannot be opened.
    package init(_ count: Int, opening: @escaping (Int) throws -> RegularFile) throws {
        self.count = count
        self.opening = opening
        starts = try (0..<count).reduce(into: [0]) { starts, index in
            starts.append(starts[starts.count - 1] + Int(try opening(index).size))
        }
    }

    /// Creates a reader of regular files, by their paths.
    package convenience init(_ paths: [FilePath]) throws {
        try self.init(paths.count) { try RegularFile(paths[$0]) }
    }

    /// Creates a reader of files of finished artifacts.
    package convenience init(_ files: [ArtifactFile], in artifacts: OpenFolder) throws {
        try self.init(files.count) { try files[$0].open(in: artifacts) }
    }

    /// The size of all files together, in bytes.
    package var size: Int { starts[starts.count - 1] }

    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < size else { return 0 }
        let index = starts.partitioningIndex { $0 > offset } - 1
        let file = try file(at: index)
        return unsafe try file.read(at: Int64(offset - starts[index]), into: buffer)
    }

    private func file(at index: Int) throws -> RegularFile {
        if let open, open.index == index { return open.file }
        let file = try opening(index)
        open = (index, file)
        return file
    }
}
