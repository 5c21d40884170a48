internal import Foundation
internal import S3
internal import Synchronization
internal import SystemPackage
internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A package of a bucket whose media is written to its final keys while the package is made.
struct S3Draft: PackageDraft {
    let media: PackageMedia
    private let requests = RequestQueue()
    private let sent = SentFiles()

    init(_ media: PackageMedia) { self.media = media }

    private var destination: S3Destination { media.destination }
    private var bucket: ObjectBucket { destination.bucket }
    private var keys: PackageKeys { destination.keys }
    private var attempt: StagedAttempt {
        StagedAttempt(name: media.name, job: media.writer.job, attempt: media.writer.attempt)
    }

    func write(_ file: RegularFile, to path: String) throws(StorageError) {
        try requests.check()
        // Texts name other files: the commit writes them.
        guard !PackageFiles.isText(FilePath(path)), sent.add(path, size: file.size) else { return }
        send(file, to: path)
    }

    func stop() {
        requests.stop(StorageError("write", destination.location(of: media.name), ECANCELED))
    }

    private func send(_ file: RegularFile, to path: String) {
        let media = media
        requests.add { () throws(StorageError) in _ = try media.write(file, to: path) }
    }

    func missing(_ placed: [PlacedFile]) throws(StorageError) -> PlacedFile? {
        guard !placed.isEmpty else { return nil }
        let missing = try destination.missing(
            placed.map { PackageFiles.Entry(path: $0.path, size: $0.size, etag: $0.etag) },
            of: media.name)
        return missing.flatMap { missing in placed.first { $0.path == missing.path } }
    }

    func stage(
        _ built: FilePath, placed: [PlacedFile]
    ) throws(StorageError) -> StagedPackage {
        let files = try PackageFiles(in: built, placed: placed)
        let paths = Set(placed.map(\.path))
        for file in files.media where !paths.contains(file.path) && !sent.has(file) {
            send(try RegularFile(built.appending(FilePath(file.path).components)), to: file.path)
        }
        try requests.wait()
        try destination.confirm(files, of: attempt.name)
        try stage(files, in: built)
        try Folder.remove(built)
        return StagedPackage(path: attempt.path, identity: files.identity)
    }

    /// Writes the texts, and last their list, which makes the package a staged one.
    private func stage(_ files: PackageFiles, in built: FilePath) throws(StorageError) {
        // Of an earlier package of this attempt.
        try bucket.delete(attempt.list(keys))
        for file in files.texts {
            let (bucket, key) = (bucket, attempt.text(file.path, keys))
            let path = built.appending(FilePath(file.path).components)
            requests.add { () throws(StorageError) in
                _ = try bucket.put(
                    .bytes(RegularFile(path).bytes()), key, .unpublished, .none)
            }
        }
        try requests.wait()
        let list = attempt.list(keys)
        guard let bytes = try? files.encoded() else { throw bucket.contended(list, "write") }
        _ = try bucket.put(.bytes(bytes), list, .unpublished, .none)
    }
}

/// The sizes of files that were sent, by their paths in the package.
private final class SentFiles: Sendable {
    private let sizes = Mutex<[String: Int64]>([:])

    /// Returns false for a file that was sent already.
    func add(_ path: String, size: Int64) -> Bool {
        sizes.withLock { sizes in
            guard sizes[path] != size else { return false }
            sizes[path] = size
            return true
        }
    }

    func has(_ file: PackageFiles.Entry) -> Bool { sizes.withLock { $0[file.path] == file.size } }
}
