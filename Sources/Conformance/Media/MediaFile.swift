import Foundation

/// An open file of a package.
final class MediaFile {
    let size: Int64
    private let handle: FileHandle

    /// - Returns: `nil` if there is no regular file that can be read.
    init?(_ path: String) {
        // A pipe or device could block forever.
        let real = URL(filePath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: real)
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let size = attributes?[.size] as? NSNumber,
            let handle = FileHandle(forReadingAtPath: real)
        else { return nil }
        self.size = size.int64Value
        self.handle = handle
    }

    deinit { try? handle.close() }

    /// Returns at most `count` bytes; fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        guard offset >= 0, offset < size, count > 0,
            (try? handle.seek(toOffset: UInt64(offset))) != nil,
            let data = try? handle.read(upToCount: count)
        else { return [] }
        return [UInt8](data)
    }
}
