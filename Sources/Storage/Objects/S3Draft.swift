internal import Foundation
internal import S3
internal import Synchronization
internal import SystemPackage
internal import Transport

/// A package of a bucket whose media is written to its final keys while the package is made.
struct S3Draft: PackageDraft {
    let destination: S3Destination
    let attempt: StagedAttempt
    private let requests = RequestQueue()
    private let sent = SentFiles()

    init(destination: S3Destination, attempt: StagedAttempt) {
        (self.destination, self.attempt) = (destination, attempt)
    }

    private var bucket: ObjectBucket { destination.bucket }
    private var keys: PackageKeys { destination.keys }

    func write(_ file: RegularFile, to path: String) {
        // Texts name other files: the commit writes them.
        guard !PackageFiles.isText(FilePath(path)) else { return }
        sent.add(path, size: file.size)
        let draft = self
        requests.add { () throws(StorageError) in try draft.send(file, to: path) }
    }

    func stage(_ built: FilePath) throws(StorageError) -> StagedPackage {
        let files = try PackageFiles(in: built)
        for file in files.media where !sent.has(file) {
            let draft = self
            let path = built.appending(FilePath(file.path).components)
            requests.add { () throws(StorageError) in
                try draft.send(RegularFile(path), to: file.path)
            }
        }
        try requests.wait()
        try destination.confirm(files, of: attempt.name)
        try stage(files, in: built)
        try Folder.remove(built)
        return StagedPackage(path: attempt.path, identity: files.identity)
    }

    private func send(_ file: RegularFile, to path: String) throws(StorageError) {
        try withExtendedLifetime(file) { () throws(StorageError) in
            try bucket.ensure(
                .file(descriptor: file.descriptor, range: 0..<file.size),
                keys.package(attempt.name) + path, ObjectHeaders(package: FilePath(path)),
                checkReplacing: checkReservation)
        }
    }

    /// Checks, before other bytes are replaced, that they are not those of a job that has got the name since.
    private func checkReservation() throws(StorageError) {
        let found = try destination.reservations.find(attempt.name)?.value
        guard found?.job == attempt.job, found?.state == .reserved else {
            throw destination.locked(attempt.name, "write")
        }
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

    func add(_ path: String, size: Int64) { sizes.withLock { $0[path] = size } }

    func has(_ file: PackageFiles.Entry) -> Bool { sizes.withLock { $0[file.path] == file.size } }
}
