import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import S3
@testable import Storage

/// Objects that a command writes as a whole.
@Suite(.timeLimit(.minutes(5))) struct WrittenObjectTests {
    private let folder: TemporaryFolder
    private let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func object(
        _ key: String = "out/clip.mp4", sendsConditions: Bool = true
    ) throws -> WrittenObject {
        let registry = StorageRegistry(
            remote: try bucket.stores(
                cache: folder("cache"), sendsConditions: sendsConditions))
        return try registry.object(at: Location(checking: "s3://bucket/\(key)"))
    }

    private func file(_ text: String) throws -> RegularFile {
        let name = UUID().uuidString
        try folder.write(text, to: name)
        return try RegularFile(folder(name))
    }

    @Test func objectIsReplacedOnRequestOnly() throws {
        let object = try object()
        #expect(try !object.exists())
        try object.write(file("1"), replaces: false)
        #expect(try object.exists())
        let error = #expect(throws: StorageError.self) {
            try object.write(file("2"), replaces: false)
        }
        #expect(error?.kind == .exists)
        #expect(error?.location.text == "s3://bucket/out/clip.mp4")
        #expect(bucket.objects["out/clip.mp4"] == Array("1".utf8))
        try object.write(file("2"), replaces: true)
        #expect(bucket.objects["out/clip.mp4"] == Array("2".utf8))
    }

    /// The name is taken between the check and the write.
    @Test func oneOfManyWritersCreatesTheObject() throws {
        let objects = try (0..<16).map { _ in try object() }
        let files = try (0..<16).map { try file("\($0)") }
        let written = Mutex<[Int]>([])
        DispatchQueue.concurrentPerform(iterations: 16) { index in
            guard (try? objects[index].write(files[index], replaces: false)) != nil else { return }
            written.withLock { $0.append(index) }
        }
        let winners = written.withLock(\.self)
        #expect(winners.count == 1)
        #expect(bucket.objects["out/clip.mp4"] == winners.first.map { Array("\($0)".utf8) })
    }

    @Test(arguments: [
        ("audio/clip.mp4", "video/mp4"), ("a.jpg", "image/jpeg"),
        ("a.vtt", "text/vtt; charset=utf-8"), ("a", "application/octet-stream"),
    ])
    func typeIsThatOfTheExtension(key: String, type: String) throws {
        try object(key).write(file("1"), replaces: false)
        #expect(bucket.headers(of: key) == ["Content-Type": type])
    }

    /// A server that ignores conditions is found, unless the user has switched them off.
    @Test func conditionsAreChecked() throws {
        let bucket = try MemoryBucket(ignoresConditions: true)
        func object(sendsConditions: Bool, _ key: String) throws -> WrittenObject {
            let stores = try bucket.stores(
                cache: folder("cache"), sendsConditions: sendsConditions)
            return try StorageRegistry(remote: stores)
                .object(at: Location(checking: "s3://bucket/\(key)"))
        }
        let error = #expect(throws: StorageError.self) {
            try object(sendsConditions: true, "a").write(file("1"), replaces: false)
        }
        #expect(error?.reason.contains("NO_CONDITIONAL_WRITES") == true)
        let unchecked = try object(sendsConditions: false, "b")
        try unchecked.write(file("1"), replaces: false)
        #expect(bucket.objects["b"] == [0x31])
        let taken = #expect(throws: StorageError.self) {
            try unchecked.write(file("2"), replaces: false)
        }
        #expect(taken?.kind == .exists)
    }

    @Test(arguments: ["s3://bucket/", "s3://bucket/a/", "https://host/a", "/a"])
    func onlyObjectsAreWritten(text: String) throws {
        let registry = StorageRegistry(remote: try bucket.stores(cache: folder("cache")))
        let error = #expect(throws: StorageError.self) {
            try registry.object(at: Location(checking: text))
        }
        guard case .invalidURL? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
