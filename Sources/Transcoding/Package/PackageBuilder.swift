internal import Crypto
internal import Foundation
internal import HLS
internal import Storage

/// Lays out a package in a folder: links finished segments into their places and writes the playlists.
struct PackageBuilder {
    let folder: String
    private(set) var files: [Manifest.File] = []

    init(_ folder: String) { self.folder = folder }

    mutating func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    mutating func write(_ bytes: [UInt8], to path: String) throws {
        try makeParent(of: path)
        try AtomicFile.write(bytes, to: "\(folder)/\(path)")
        files.append(
            Manifest.File(
                path: path, bytes: bytes.count, sha256: SHA256.hash(data: bytes).hexadecimal))
    }

    /// Puts a finished file into its place, without copying it where the file system can.
    ///
    /// `known` are its size and SHA-256, where whoever wrote it has counted.
    mutating func place(
        _ source: String, at path: String, known: (bytes: Int, sha256: String)? = nil
    ) throws {
        try makeParent(of: path)
        try FilePlacement.place(source, at: "\(folder)/\(path)")
        let (bytes, sha256) = try known ?? Self.measure(source)
        files.append(Manifest.File(path: path, bytes: bytes, sha256: sha256))
    }

    /// Puts finished segments, which lie in a piece's folder, where a rendition's playlist names them.
    mutating func place(
        _ result: RenditionResult, from source: String, as rendition: Settlement.Rendition
    ) throws {
        for segment in result.segments {
            let uri = rendition.playlist.segments[segment.index].uri
            try place(
                "\(source)/\(segment.file)", at: "\(rendition.folder)/\(uri)",
                known: (segment.byteCount, segment.sha256))
        }
    }

    private func makeParent(of path: String) throws {
        let parent = PathText.parent("\(folder)/\(path)")
        try Folder.create(parent)
    }

    private static func measure(_ path: String) throws -> (bytes: Int, sha256: String) {
        let file = try RegularFile(path)
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        while case let count = try file.read(at: offset, into: &buffer), count > 0 {
            hash.update(data: buffer[..<count])
            offset += Int64(count)
        }
        return (Int(offset), hash.finalize().hexadecimal)
    }
}

/// The output folder did not take something.
struct OutputFault: Error, CustomStringConvertible {
    let isDiskFull: Bool
    /// The file would be larger than this process may write.
    let isTooLarge: Bool
    let description: String

    init(_ error: any Error) {
        let cocoa = error as NSError
        let underlying = cocoa.userInfo[NSUnderlyingErrorKey] as? NSError
        isDiskFull =
            cocoa.code == CocoaError.fileWriteOutOfSpace.rawValue
            || [ENOSPC, EDQUOT].contains { underlying?.code == Int($0) }
        isTooLarge = underlying?.code == Int(EFBIG)
        description = underlying?.localizedDescription ?? cocoa.localizedDescription
    }
}
