internal import Crypto
internal import Foundation
internal import MediaUnits
internal import S3
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
/// The files of an artifact have keys of their own for each attempt. An artifact exists once its list of files does, which is
/// written by one conditional request.
struct S3ArtifactStore: ArtifactStore {
    /// The list of an artifact's files.
    private struct Contents: Codable {
        struct Entry: Codable {
            /// The path in the artifact.
            let path: String
            let size: Int64
            /// Hexadecimal.
            let sha256: String
        }

        /// The part of the keys of the files that is different for each attempt.
        let attempt: String
        let files: [Entry]
    }

    /// The largest list, in bytes; an artifact has a few files.
    private static let largestList: Int64 = 1 << 20
    /// The most files of an artifact; chosen as a hundred times those that there are.
    private static let maximumFiles = 10_000

    /// The copies on this host.
    let local: any ArtifactStore
    let bucket: ObjectBucket
    /// The beginning of the keys, with a slash at its end.
    let prefix: String

    private func list(_ key: String) -> String { "\(prefix)\(key).json" }

    func open(_ key: String) throws(StorageError) -> OpenFolder? {
        if let folder = try local.open(key) { return folder }
        guard let contents = try contents(of: key) else { return nil }
        let draft = try local.draft(for: key)
        do {
            for file in contents.files { try fetch(file, contents.attempt, key, into: draft) }
            // False if another thread has fetched it.
            if try !local.commit(draft, as: key) { local.discard(draft) }
        } catch {
            local.discard(draft)
            // Removed, by the end of its job or as invalid, while it was read.
            if error.kind == .object(.gone) { return nil }
            throw error
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

    func commit(_ draft: OpenFolder, as key: String) throws(StorageError) -> Bool {
        _ = try FilePath.Component(visible: key, for: "store artifact")
        let attempt = uniqueName()
        var files: [Contents.Entry] = []
        let requests = RequestQueue()
        for path in try FolderWalk(draft.path).listing().files {
            let file = try draft.file(below: path)
            files.append(
                Contents.Entry(
                    path: path.string, size: file.size, sha256: try Self.sha256(of: file)))
            let object = "\(prefix)\(key)/\(attempt)/\(path.string)"
            requests.add { [bucket] () throws(StorageError) in
                try withExtendedLifetime(file) { () throws(StorageError) in
                    _ = try bucket.put(
                        .file(descriptor: file.descriptor, range: 0..<file.size), object,
                        .unpublished, .none)
                }
            }
        }
        try requests.wait()
        let contents = Contents(attempt: attempt, files: files)
        guard let bytes = try? JSONEncoder().encode(contents) else {
            throw bucket.contended(list(key), "write")
        }
        guard
            try bucket.put(.bytes(Array(bytes)), list(key), .unpublished, .ifAbsent)
                != .conditionFailed
        else { return false }
        return try local.commit(draft, as: key)
    }

    func discard(_ draft: OpenFolder) { local.discard(draft) }

    func remove(_ key: String) throws(StorageError) {
        _ = try FilePath.Component(visible: key, for: "remove artifact")
        try bucket.delete(list(key))
        try local.remove(key)
    }

    private func contents(of key: String) throws(StorageError) -> Contents? {
        _ = try FilePath.Component(visible: key, for: "open artifact")
        guard let content = try bucket.content(list(key), limit: Self.largestList) else {
            return nil
        }
        // Other hosts write to the bucket: what cannot be read is made again.
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(content.bytes)),
            contents.files.count <= Self.maximumFiles,
            FilePath.Component(checking: contents.attempt) != nil
        else {
            try remove(key)
            return nil
        }
        return contents
    }

    private func fetch(
        _ file: Contents.Entry, _ attempt: String, _ key: String, into draft: OpenFolder
    ) throws(StorageError) {
        let path = try FilePath(checking: file.path)
        for name in path.names { _ = try FilePath.Component(visible: name.string, for: "fetch") }
        let object = "\(prefix)\(key)/\(attempt)/\(file.path)"
        guard let info = try bucket.info(object), let etag = info.etag, info.size == file.size
        else {
            throw .object(.gone, bucket.location(object))
        }
        let copy = draft.path.appending(path.components)
        try Folder.create(copy.parent)
        let target = try Descriptor(
            copy, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
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
        guard hash.finalize().hexadecimal == file.sha256 else {
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
