package import Sandbox
package import Storage
package import SystemPackage

extension SandboxContext {
    /// Opens a file of the grant, by a copy of its descriptor that closes with the file.
    ///
    /// - Parameters:
    ///   - index: The index of the file in the grant.
    ///   - path: The path, for messages.
    /// - Returns: The file, which requests ranges before it reads them where that is necessary.
    /// - Throws: `StorageError` if it is no regular file, or its status cannot be read.
    package func openFile(_ index: Int, path: FilePath) throws(StorageError) -> any UploadFile {
        let file = LocalUploadFile(try RegularFile(descriptor: files[index], path: path))
        return ranges[index].map { RequestedUploadFile(file, $0) } ?? file
    }
}

/// A file that another process, or another part of this one, opened, and whose ranges are requested before they are read.
private final class RequestedUploadFile: UploadFile {
    private let file: LocalUploadFile
    private let reader: any RangeReader

    init(_ file: LocalUploadFile, _ reader: any RangeReader) {
        (self.file, self.reader) = (file, reader)
    }

    var location: Location { file.location }
    var size: Int64 { file.size }
    var identity: UploadIdentity { file.identity }
    var descriptor: Int32 { file.descriptor }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        let start = Int(offset)
        let end = start + min(buffer.count, max(0, Int(size) - start))
        var position = start
        while position < end {
            do {
                position += try reader.read(position..<end) { range in
                    try unsafe file.read(
                        at: Int64(range.lowerBound),
                        into: UnsafeMutableRawBufferPointer(
                            rebasing: buffer[range.lowerBound - start..<range.upperBound - start]))
                }
            } catch let error as StorageError {
                throw error
            } catch {
                throw .object(.unreachable("\(error)"), location)
            }
        }
        return position - start
    }

    /// The opener of the file checks it: the cache of a remote upload changes whenever bytes arrive.
    func hasChanged() throws(StorageError) -> Bool { false }
}

extension RangeProvider {
    /// Makes a provider of the ranges of a file with a size in bytes.
    init(_ ranges: any FileRanges, size: Int) {
        self.init(size: size) { range, completion in
            let cost = ranges.request(Int64(range.lowerBound)..<Int64(range.upperBound)) { result in
                completion(
                    result.map { readable in
                        let range = Int(readable.range.lowerBound)..<Int(readable.range.upperBound)
                        return GrantedRange(range, lease: readable)
                    }.mapError { $0 })
            }
            return Int(cost)
        }
    }
}
