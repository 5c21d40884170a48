import Foundation
import StorageTestSupport
import SystemPackage
import Testing

@testable import Storage

/// The contract of `UploadSource` and `UploadFile`, for all implementations.
@Suite struct UploadSourceTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: StoreKind.Uploads.allCases)
    func uploadIsReadByRange(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        try uploads.write("0123456789", to: "clip.mp4")
        let file = try uploads.source.open(uploads.location("clip.mp4"))
        #expect(file.size == 10)
        #expect(file.location == uploads.location("clip.mp4"))
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(try file.read(at: 3, into: &bytes) == 4)
        #expect(bytes == Array("3456".utf8))
        #expect(try file.read(at: 8, into: &bytes) == 2)
        #expect(bytes[..<2] == Array("89".utf8)[...])
        #expect(try file.read(at: 10, into: &bytes) == 0)
        #expect(try file.read(at: 99, into: &bytes) == 0)
        #expect(try file.bytes() == Array("0123456789".utf8))
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func descriptorHasTheSameBytes(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        try uploads.write("0123456789", to: "clip.mp4")
        let file = try uploads.source.open(uploads.location("clip.mp4"))
        let copy = try RegularFile(descriptor: file.descriptor, path: "clip")
        #expect(copy.size == 10)
        let readable = try file.ranges?.wait(for: 3..<7)
        #expect(readable.map { $0.range.lowerBound == 3 && $0.range.upperBound >= 7 } ?? true)
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(try copy.read(at: 3, into: &bytes) == 4)
        #expect(bytes == Array("3456".utf8))
        // Held until here, so that the range is not evicted.
        withExtendedLifetime(readable) {}
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func descriptorIsNotWritable(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        try uploads.write("0123456789", to: "clip.mp4")
        let file = try uploads.source.open(uploads.location("clip.mp4"))
        #expect(write(file.descriptor, "x", 1) == -1 && errno == EBADF)
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func missingUploadIsCausedByTheUpload(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        let error = #expect(throws: StorageError.self) {
            try uploads.source.open(uploads.location("none.mp4"))
        }
        #expect(error?.isNotFound == true)
        #expect(error.map(uploads.source.isCausedByUpload) == true)
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func hostErrorIsNotCausedByTheUpload(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        for errno in [EIO, ESTALE, ENOTCONN, EMFILE, ENOMEM, ETIMEDOUT] {
            let error = StorageError("open", uploads.location("clip.mp4"), errno)
            #expect(!uploads.source.isCausedByUpload(error))
        }
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func changedUploadIsDetected(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        try uploads.write("0123456789", to: "clip.mp4")
        let file = try uploads.source.open(uploads.location("clip.mp4"))
        let before = file.identity
        #expect(try !file.hasChanged())
        try uploads.write("0123456789 and more", to: "clip.mp4")
        #expect(try file.hasChanged())
        #expect(file.identity == before)
        let again = try uploads.source.open(uploads.location("clip.mp4"))
        #expect(again.identity.object == before.object)
        #expect(again.identity.version != before.version)
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func shortReadIsAnError(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        try uploads.write("0123456789", to: "clip.mp4")
        let file = try uploads.source.open(uploads.location("clip.mp4"))
        try uploads.write("01234", to: "clip.mp4")
        var bytes = [UInt8](repeating: 0, count: 4)
        for offset in [3, 8] {
            let error = #expect(throws: StorageError.self) {
                try file.read(at: Int64(offset), into: &bytes)
            }
            #expect(error?.code == .changed)
        }
        #expect(throws: StorageError.self) { try file.bytes() }
        #expect(try file.hasChanged())
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func unchangedUploadHasOneIdentity(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        for name in ["a.mp4", "b.mp4"] { try uploads.write(name, to: name) }
        let a = try uploads.source.open(uploads.location("a.mp4"))
        #expect(try uploads.source.open(uploads.location("a.mp4")).identity == a.identity)
        #expect(try uploads.source.open(uploads.location("b.mp4")).identity != a.identity)
    }

    @Test(arguments: StoreKind.Uploads.allCases)
    func namesBesideAnUploadAreListed(kind: StoreKind.Uploads) throws {
        let uploads = try kind.source(in: folder)
        let names = ["clip.de.srt", "clip.mp4", "other.mp4"]
        for name in names.reversed() { try uploads.write("x", to: name) }
        let found = try uploads.source.names(beside: uploads.location("clip.mp4"))
        // A prefix of a bucket may have millions of others.
        #expect(found == ([.bucket, .server].contains(kind) ? Array(names.dropLast()) : names))
        #expect(try uploads.source.names(beside: uploads.location("none/clip.mp4")) == [])
    }
}
