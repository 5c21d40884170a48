internal import Crypto
internal import Foundation
internal import MediaUnits
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

/// Artifacts in a bucket that any number of hosts share, each with copies of those that it has made or read.
///
/// An artifact exists once its list of files does, which is written by one conditional request. Small files are part of the list;
/// files that are published unchanged are at their paths in the package; others have keys of their own for each attempt.
struct S3ArtifactStore: ArtifactStore {
    /// The copies on this host.
    let local: any ArtifactStore
    let bucket: ObjectBucket
    /// The beginning of the keys, with a slash at its end.
    let prefix: String
    /// The package that files are placed in; `nil` for none.
    var media: PackageMedia?

    private func list(_ key: String) -> String { "\(prefix)\(key).json" }

    func find(_ key: String) throws(StorageError) -> FoundArtifact? {
        try contents(of: key).map { .record($0.record) }
    }

    func open(_ key: String) throws(StorageError) -> OpenFolder? {
        if let folder = try local.open(key) { return folder }
        guard let list = try contents(of: key) else { return nil }
        let draft = try local.draft(for: key)
        do {
            for file in list.files { try fetch(file, list.attempt, key, into: draft) }
            // `nil` if another thread has fetched it.
            if try local.commit(draft, as: key, placing: [:]) == nil { local.discard(draft) }
        } catch {
            local.discard(draft)
            guard error.kind == .object(.gone) else { throw error }
            // Removed, by the end of its job or as invalid, while it was read; or a file was removed or replaced: without its list, the
            // artifact is made again.
            try remove(key)
            return nil
        }
        return try local.open(key)
    }

    func folder(containing keys: [String]) throws(StorageError) -> OpenFolder {
        for key in keys {
            guard try open(key) != nil else { throw .notFound("open artifact", named: key) }
        }
        return try local.folder(containing: keys)
    }

    func draft(for key: String) throws(StorageError) -> OpenFolder { try local.draft(for: key) }

    func commit(
        _ draft: OpenFolder, as key: String, placing paths: [String: String]
    ) throws(StorageError) -> [String: PlacedFile]? {
        _ = try FilePath.Component(visible: key, for: "store artifact")
        let attempt = uniqueName()
        let written = try write(draft, key, attempt, paths)
        let contents = ArtifactList(attempt: attempt, files: written)
        guard let bytes = try? contents.encoded() else {
            throw bucket.contended(list(key), "write")
        }
        guard
            try bucket.put(.bytes(bytes), list(key), .unpublished, .ifAbsent) != .conditionFailed
        else { return nil }
        // A copy that was made of an artifact that another host has removed since.
        if try local.commit(draft, as: key, placing: [:]) == nil {
            try local.remove(key)
            if try local.commit(draft, as: key, placing: [:]) == nil { local.discard(draft) }
        }
        return contents.placed
    }

    /// Writes the files of an artifact, each to the place that it has in the bucket.
    private func write(
        _ draft: OpenFolder, _ key: String, _ attempt: String, _ paths: [String: String]
    ) throws(StorageError) -> [ArtifactList.Entry] {
        let written = Mutex<[ArtifactList.Entry]>([])
        let requests = RequestQueue()
        var inList: Int64 = 0
        for path in try FolderWalk(draft.path).listing().files {
            let file = try draft.file(below: path)
            var entry = ArtifactList.Entry(
                path: path.string, size: file.size, sha256: try Self.sha256(of: file))
            if let media, let target = paths[path.string] {
                entry.placedAt = target
                requests.add { [entry] () throws(StorageError) in
                    var entry = entry
                    entry.etag = try media.write(file, to: target)
                    written.withLock { $0.append(entry) }
                }
            } else if file.size <= ArtifactList.largestContent,
                inList + file.size <= ArtifactList.largestContents
            {
                inList += file.size
                entry.content = Data(try file.bytes())
                written.withLock { $0.append(entry) }
            } else {
                let object = "\(prefix)\(key)/\(attempt)/\(path.string)"
                requests.add { [bucket, entry] () throws(StorageError) in
                    try withExtendedLifetime(file) { () throws(StorageError) in
                        _ = try bucket.put(
                            .file(descriptor: file.descriptor, range: 0..<file.size), object,
                            .unpublished, .none)
                    }
                    written.withLock { $0.append(entry) }
                }
            }
        }
        try requests.wait()
        return written.withLock { $0.sorted { $0.path < $1.path } }
    }

    func discard(_ draft: OpenFolder) { local.discard(draft) }

    func remove(_ key: String) throws(StorageError) {
        _ = try FilePath.Component(visible: key, for: "remove artifact")
        try bucket.delete(list(key))
        try local.remove(key)
    }

    private func contents(of key: String) throws(StorageError) -> ArtifactList? {
        _ = try FilePath.Component(visible: key, for: "open artifact")
        guard let content = try bucket.content(list(key), limit: ArtifactList.limit) else {
            return nil
        }
        // Other hosts write to the bucket: what cannot be read is made again.
        guard let contents = ArtifactList(content.bytes) else {
            try remove(key)
            return nil
        }
        return contents
    }

    private func fetch(
        _ file: ArtifactList.Entry, _ attempt: String, _ key: String, into draft: OpenFolder
    ) throws(StorageError) {
        let copy = draft.path.appending(try FilePath(checking: file.path).components)
        try Folder.create(copy.parent)
        let target = try Descriptor(
            copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
        if let content = file.content {
            return try target.append(Array(content).span)
        }
        let object =
            file.placedAt.flatMap { media?.key($0) } ?? "\(prefix)\(key)/\(attempt)/\(file.path)"
        guard let info = try bucket.info(object), let etag = info.etag, info.size == file.size
        else {
            throw .object(.gone, bucket.location(object))
        }
        var hash = SHA256()
        var failure: StorageError?
        if file.size > 0 {
            try bucket.request("read", object) { client throws(S3Error) in
                try client.read(object, range: 0..<file.size, pin: .etag(etag)) { bytes in
                    hash.update(data: bytes)
                    do throws(StorageError) {
                        try target.append(bytes.span)
                        return true
                    } catch {
                        failure = error
                        return false
                    }
                }
            }
        }
        if let failure { throw failure }
        let isWritten = hash.finalize().hexadecimal == file.sha256
        // Of another build.
        if !isWritten, file.placedAt != nil { throw .object(.gone, bucket.location(object)) }
        guard isWritten else {
            throw bucket.error(
                object, "read", "the object has other bytes than were written",
                advice: "check the store", isTransient: true)
        }
    }

    private static func sha256(of file: RegularFile) throws(StorageError) -> String {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        while case let count = try file.read(at: offset, into: &buffer), count > 0 {
            hash.update(data: buffer[..<count])
            offset += Int64(count)
        }
        return hash.finalize().hexadecimal
    }
}
