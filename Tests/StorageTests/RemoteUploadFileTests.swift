import CPlatform
import Dispatch
import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Storage

/// Uploads of remote stores: bytes are fetched once, when they are read, and a hole is never taken for data.
@Suite(.timeLimit(.minutes(10))) struct RemoteUploadFileTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let block = Int(BlockMap.blockSize)

    /// Bytes of which no two blocks are equal, and none is zero.
    static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 / block &* 7 &+ $0 % 251) | 1 }
    }

    private func open(
        blocks: Int, limit: Int = 1 << 30
    ) throws -> (
        store: MemoryObjectStore, file: RemoteUploadFile, bytes: [UInt8], cache: RemoteCache
    ) {
        let cache = RemoteCache(in: folder.path, limit: Int64(limit), leaseTimeout: 0.1)
        let store = MemoryObjectStore(cache: cache)
        let bytes = Self.bytes(blocks * Self.block - 100)
        store.write(bytes, to: "uploads/clip")
        return (store, try store.openRemote("uploads/clip"), bytes, cache)
    }

    /// Reads through the descriptor, as a sandbox process does.
    private func descriptorBytes(_ file: RemoteUploadFile, at offset: Int, _ count: Int) -> [UInt8]
    {
        var bytes = [UInt8](repeating: 1, count: count)
        #expect(pread(file.descriptor, &bytes, count, off_t(offset)) == count)
        return bytes
    }

    private func read(_ file: RemoteUploadFile, at offset: Int, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let filled = try file.read(at: Int64(offset), into: &bytes)
        return Array(bytes[..<filled])
    }

    @Test func onlyBlocksThatAreReadAreFetched() throws {
        let (store, file, bytes, _) = try open(blocks: 40)
        #expect(store.reads.isEmpty)
        for offset in [39 * Self.block, 100, 17 * Self.block + 5] {
            #expect(try read(file, at: offset, 10) == Array(bytes[offset..<offset + 10]))
        }
        #expect(file.fetchedBytes == 3 * Self.block - 100)
        #expect(descriptorBytes(file, at: 20 * Self.block, 1000).allSatisfy { $0 == 0 })
    }

    @Test func cacheHasNoNameAndIsPrivate() throws {
        let (_, file, _, _) = try open(blocks: 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path.string) == [])
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600 && status.st_nlink == 0)
    }

    @Test func concurrentReadsFetchABlockOnce() async throws {
        let (store, file, bytes, _) = try open(blocks: 4)
        let isReading = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        store.setFailure { _ throws(ObjectError) in
            isReading.signal()
            mayEnd.wait()
            mayEnd.signal()
            return nil
        }
        let results = Mutex<[[UInt8]]>([])
        let done = DispatchGroup()
        for _ in 0..<16 {
            _ = file.ranges?.request(10..<20) { _ in }
            DispatchQueue(label: "reader").async(group: done) {
                let bytes = try? read(file, at: 10, 10)
                results.withLock { $0.append(bytes ?? []) }
            }
        }
        isReading.wait()
        mayEnd.signal()
        await withCheckedContinuation { done.notify(queue: .global(), execute: $0.resume) }
        #expect(results.withLock(\.self) == Array(repeating: Array(bytes[10..<20]), count: 16))
        #expect(store.reads == [0..<Int64(Self.block)])
    }

    /// Each read returns some bytes less than were requested, as of a connection that was cut.
    @Test func shortReadsAreContinuedAtTheirLastByte() throws {
        let (store, file, bytes, _) = try open(blocks: 3)
        store.setFailure { range throws(ObjectError) in max(1, range.count / 2) }
        #expect(try file.bytes() == bytes)
        #expect(file.fetchedBytes == bytes.count)
    }

    @Test func readWithoutBytesIsAnErrorAndNotTheEnd() throws {
        let (store, file, bytes, _) = try open(blocks: 3)
        store.setFailure { _ throws(ObjectError) in 0 }
        let error = #expect(throws: StorageError.self) { try read(file, at: 0, 10) }
        #expect(error?.kind == .object(.unreachable("it sends no bytes")))
        store.setFailure(nil)
        #expect(try file.bytes() == bytes)
    }

    @Test func readSucceedsAfterATransientError() throws {
        let (store, file, bytes, _) = try open(blocks: 3)
        store.setFailure { _ throws(ObjectError) in throw .unreachable("503") }
        let error = #expect(throws: StorageError.self) { try read(file, at: 0, 10) }
        #expect(error?.kind == .object(.unreachable("503")) && error?.code == .objectStore)
        store.setFailure(nil)
        #expect(try file.bytes() == bytes)
    }

    /// Even of blocks that are present: the rest of the upload is that of another version.
    @Test func changeFailsAllFurtherReads() throws {
        let (store, file, _, _) = try open(blocks: 3)
        #expect(try read(file, at: 0, 10).count == 10)
        store.write(Self.bytes(3 * Self.block), to: "uploads/clip")
        for offset in [Self.block, 0] {
            let error = #expect(throws: StorageError.self) { try read(file, at: offset, 10) }
            #expect(error?.kind == .object(.changed) && error?.code == .changed)
        }
    }

    @Test(arguments: [ObjectError.gone, .denied("AccessDenied"), .refused("InvalidObjectState")])
    func permanentErrorHasItsKind(expected: ObjectError) throws {
        let (store, file, _, _) = try open(blocks: 3)
        store.setFailure { _ throws(ObjectError) in throw expected }
        let error = #expect(throws: StorageError.self) { try read(file, at: 0, 10) }
        #expect(error?.kind == .object(expected))
        store.setFailure(nil)
        #expect(throws: StorageError.self) { try read(file, at: 0, 10) }
    }

    @Test func sequentialReaderFetchesLittleAhead() async throws {
        let (store, file, bytes, _) = try open(blocks: 200)
        let end = 100 * Self.block
        for offset in stride(from: 0, to: end, by: 1 << 16) {
            #expect(try read(file, at: offset, 1 << 16) == Array(bytes[offset..<offset + 1 << 16]))
        }
        // The fetches ahead that are under way end with the file.
        #expect(file.fetchedBytes >= end)
        #expect(file.fetchedBytes <= end + end / ReadAhead.share + 4 * Self.block)
        #expect(store.reads.count < 100)
        #expect(store.reads.allSatisfy { $0.count <= 4 * Self.block })
    }

    // MARK: Eviction

    @Test func unusedBlocksAreEvicted() throws {
        let limit = 16 * Self.block
        let (_, file, bytes, cache) = try open(blocks: 40, limit: limit)
        for _ in 0..<2 { #expect(try file.bytes() == bytes) }
        #expect(cache.used <= limit)
        var status = stat()
        #expect(fstat(file.descriptor, &status) == 0)
        #expect(Int(status.st_blocks) * 512 <= limit)
        #expect(file.fetchedBytes >= bytes.count)
    }

    @Test func leasedRangeIsNotEvicted() throws {
        let (_, file, bytes, _) = try open(blocks: 40, limit: 16 * Self.block)
        let readable = try file.ranges?.wait(for: 1000..<2000)
        #expect(try file.bytes() == bytes)
        #expect(descriptorBytes(file, at: 1000, 1000) == Array(bytes[1000..<2000]))
        withExtendedLifetime(readable) {}
    }

    @Test func fullCacheIsAFullDisk() throws {
        let (_, file, bytes, _) = try open(blocks: 40, limit: 2 * Self.block)
        let ranges = try #require(file.ranges)
        var leases = try [0, 10].map { index in
            try ranges.wait(for: Int64(index * Self.block)..<Int64(index * Self.block + 1))
        }
        let error = #expect(throws: StorageError.self) { try read(file, at: 20 * Self.block, 1) }
        #expect(error?.isDiskFull == true && error?.code == .diskFull)
        leases.removeAll()
        #expect(try read(file, at: 20 * Self.block, 1) == [bytes[20 * Self.block]])
    }

    @Test func idleUploadMakesRoomForAnother() throws {
        let (store, first, bytes, cache) = try open(blocks: 4, limit: 4 * Self.block)
        #expect(try first.bytes() == bytes)
        store.write(bytes, to: "uploads/other")
        let second = try store.openRemote("uploads/other")
        #expect(try second.bytes() == bytes)
        #expect(cache.used <= 4 * Self.block)
        #expect(try first.bytes() == bytes)
    }

    @Test func closedUploadReturnsItsSpace() async throws {
        let (store, file, bytes, cache) = try open(blocks: 4)
        #expect(try file.bytes() == bytes)
        store.write(bytes, to: "uploads/other")
        do {
            let second = try store.openRemote("uploads/other")
            #expect(try second.bytes() == bytes)
            #expect(cache.used == Int64(2 * bytes.count))
        }
        // A thread that has just fetched may hold the cache for a moment.
        try await eventually { cache.used == Int64(bytes.count) }
        withExtendedLifetime(file) {}
    }

    @Test func fullDiskEvictsBlocksFirst() async throws {
        await #expect(processExitsWith: .success) { [folder = folder.path as FilePath] in
            // 256 KiB: one block.
            let disk = try SmallDisk(at: folder)
            guard disk.isDiskFull else { return }
            let store = MemoryObjectStore(cache: RemoteCache(in: disk.path, leaseTimeout: 0.1))
            let bytes = RemoteUploadFileTests.bytes(3 << 18)
            store.write(bytes, to: "uploads/clip")
            let file = try store.openRemote("uploads/clip")
            let offsets = [0, 2 << 18, 1 << 18, 0]
            for offset in offsets {
                var byte: [UInt8] = [0]
                #expect(try file.read(at: Int64(offset), into: &byte) == 1)
                #expect(byte == [bytes[offset]])
            }
            let readable = try file.ranges?.wait(for: 0..<1)
            var byte: [UInt8] = [0]
            let error = #expect(throws: StorageError.self) {
                try file.read(at: 1 << 18, into: &byte)
            }
            #expect(error?.code == .diskFull)
            withExtendedLifetime(readable) {}
        }
    }

    // MARK: Sizes

    @Test func emptyObjectHasNoBytes() throws {
        let store = MemoryObjectStore(cache: RemoteCache(in: folder.path))
        store.write([], to: "uploads/clip")
        let file = try store.openRemote("uploads/clip")
        #expect(try file.bytes() == [] && store.reads.isEmpty)
    }

    /// A terabyte takes a megabyte of memory.
    @Test func mapOfALargeObjectIsSmall() throws {
        struct Zeros: ObjectReader {
            let size: Int64 = 1 << 40
            let validator = "1"
            func read(
                at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
                isStopped: @escaping @Sendable () -> Bool
            ) throws(ObjectError) -> Int {
                buffer.initializeMemory(
                    as: UInt8.self, repeating: UInt8(truncatingIfNeeded: offset >> 20))
                return buffer.count
            }
            func hasChanged() throws(ObjectError) -> Bool { false }
        }
        let file = try RemoteUploadFile(
            Zeros(), at: Location("film"), name: "film", in: RemoteCache(in: folder.path))
        #expect(try read(file, at: 1 << 40 - 1, 10).count == 1)
        #expect(try read(file, at: 5 << 30, 1) == [0])
        #expect(file.fetchedBytes == 2 * Self.block)
        #expect(BlockMap(size: 1 << 40).count == 1 << 22)
    }
}
