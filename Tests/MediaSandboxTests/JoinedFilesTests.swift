import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MediaSandbox

@Suite struct JoinedFilesTests {
    private let folder: TemporaryFolder
    /// The contents of the files, concatenated.
    private let content: [UInt8]
    private let paths: [FilePath]

    /// Many small files of 0 to 6 bytes, every seventh of them empty: more than a process may have open.
    init() throws {
        folder = try TemporaryFolder()
        var content: [UInt8] = []
        var paths: [FilePath] = []
        for index in 0..<1_100 {
            let bytes = (0..<index % 7).map { UInt8(truncatingIfNeeded: index &* 31 &+ $0) }
            let file = folder.file("\(index).m4s")
            try Data(bytes).write(to: file)
            content += bytes
            paths.append(file.filePath)
        }
        self.content = content
        self.paths = paths
    }

    /// Reads a number of bytes, or up to the end.
    private func bytes(_ reader: JoinedFiles, at offset: Int, count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: count)
        while bytes.count < count {
            let filled = try buffer.withUnsafeMutableBytes {
                let rest = UnsafeMutableRawBufferPointer(rebasing: $0[bytes.count...])
                return try reader.read(at: offset + bytes.count, into: rest)
            }
            if filled == 0 { break }
            bytes += buffer[bytes.count..<bytes.count + filled]
        }
        return bytes
    }

    @Test func allBytesAreRead() throws {
        let reader = try JoinedFiles(paths)
        #expect(reader.size == content.count)
        #expect(try bytes(reader, at: 0, count: content.count + 1) == content)
    }

    @Test func anyOffsetIsRead() throws {
        let reader = try JoinedFiles(paths)
        for offset in [content.count - 9, 0, content.count / 2, 3, content.count / 2 - 20, 1] {
            let expected = Array(content[offset..<offset + 9])
            #expect(try bytes(reader, at: offset, count: 9) == expected)
        }
    }

    @Test func noBytesFollowTheEnd() throws {
        let reader = try JoinedFiles(paths)
        #expect(try bytes(reader, at: content.count, count: 4).isEmpty)
        #expect(try bytes(reader, at: content.count + 100, count: 4).isEmpty)
        #expect(try JoinedFiles([]).size == 0)
    }

    /// A missing file is an error, not an empty one.
    @Test func missingFileIsAnError() throws {
        #expect(throws: (any Error).self) {
            try JoinedFiles([paths[1], folder.file("missing").filePath])
        }
    }
}
