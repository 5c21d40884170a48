/// Parts of several files that are read as one object, one after the other.
package struct JoinedObject: ObjectReader {
    /// A part of a file.
    package struct Part: Sendable {
        let count: Int64
        let read: @Sendable (_ offset: Int64, _ count: Int) throws(StorageError) -> [UInt8]

        /// Creates a part.
        ///
        /// - Parameters:
        ///   - count: In bytes.
        ///   - read: Returns bytes from an offset in the part; on any thread.
        package init(
            count: Int64,
            read:
                @escaping @Sendable (_ offset: Int64, _ count: Int) throws(StorageError) -> [UInt8]
        ) {
            (self.count, self.read) = (count, read)
        }
    }

    package let size: Int64
    package let validator = ""
    private let parts: [Part]
    /// The offset of each part, in bytes.
    private let starts: [Int64]

    package init(_ parts: [Part]) {
        self.parts = parts
        var (starts, size): ([Int64], Int64) = ([], 0)
        for part in parts {
            starts.append(size)
            size += part.count
        }
        (self.starts, self.size) = (starts, size)
    }

    package func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) -> Int {
        var filled = 0
        var index = self.index(at: offset)
        while filled < buffer.count, index < parts.count, !isStopped() {
            let start = offset + Int64(filled) - starts[index]
            let count = min(Int64(buffer.count - filled), parts[index].count - start)
            guard count > 0 else {
                index += 1
                continue
            }
            let bytes: [UInt8]
            do {
                bytes = try parts[index].read(start, Int(count))
            } catch {
                if case .object(let error) = error.kind { throw error }
                throw .refused(error.reason)
            }
            guard !bytes.isEmpty, bytes.count <= count else { break }
            unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyBytes(from: bytes)
            filled += bytes.count
        }
        return filled
    }

    package func hasChanged() throws(ObjectError) -> Bool { false }

    /// Returns the last part that starts at an offset or before it.
    private func index(at offset: Int64) -> Int {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }
}
