import Foundation
import Storage
import Synchronization
import SystemPackage

/// The files of a package in a local folder, in a bucket or on a web server.
struct PackageFiles: Sendable {
    /// The longest playlist that is read, in bytes: about two million segments.
    private static let longestPlaylist: Int64 = 256 << 20
    /// The longest file of a web server that sends no ranges, in bytes: it is in memory as a whole.
    private static let longestWhole = 32 << 20
    /// The longest URI that is read, in bytes; servers accept about 8 KB.
    private static let longestURI = 64 << 10
    /// The files that are opened at a time.
    private static let concurrency = 4

    let access: PackageAccess
    /// The folder, prefix or URL that names are relative to.
    private let root: Location
    /// The folder of a local package, without links; `nil` for others.
    private let folder: FilePath?
    /// The origins of the package's own web server.
    private let origins: Set<String>

    /// Creates the files of a package.
    ///
    /// - Parameters:
    ///   - root: The folder or prefix of the package; the URL of its first playlist.
    ///   - origins: The origins of the package's own web server.
    ///   - access: What may be read.
    init(root: Location, origins: Set<String> = [], access: PackageAccess) {
        (self.root, self.origins, self.access) = (root, origins, access)
        folder = root.path.map { OpenedFile.resolved($0.isEmpty ? "." : $0) }
    }

    /// The segments that are opened and read together; few if a web server may send each as a whole.
    var batchLength: Int { root.path == nil || !access.hosts.isEmpty ? 16 : 1000 }

    // MARK: Names

    /// Returns a file by its name, which is relative to the root, and the query of its URI.
    func file(named name: String, query: String = "") -> PackageFile? {
        guard let location = location(of: name) else { return nil }
        return PackageFile(
            name: name, location: location, query: query, allowsPrivate: root.path != nil)
    }

    /// Returns the file of a URI; `nil`, with a finding, if it must not be read.
    func file(
        of uri: String, in playlist: PackageFile, line: Int, findings: inout FindingList
    ) -> PackageFile? {
        if let file = file(of: uri, in: playlist) { return file }
        guard uri.utf8.count <= Self.longestURI else {
            findings.add(
                .limitExceeded, playlist.name, line: line, "a URI of \(uri.utf8.count) bytes")
            return nil
        }
        // A query can have a token.
        let shown = WebLocation.withoutSecrets(uri)
        findings.add(
            .uncheckedFile, playlist.name, line: line, "\(shown) is outside of the package")
        return nil
    }

    /// Returns the file of a URI; `nil` if it must not be read.
    func file(of uri: String, in playlist: PackageFile) -> PackageFile? {
        guard uri.utf8.count <= Self.longestURI else { return nil }
        let isURL = ["http://", "https://"].contains { uri.lowercased().hasPrefix($0) }
        if case .web(let base) = playlist.location.kind {
            return base.resolving(uri).flatMap { web($0, playlist.allowsPrivate) }
        }
        if isURL {
            return (try? WebLocation(uri)).flatMap { web($0, playlist.allowsPrivate) }
        }
        let query = uri[uri.withoutQuery.endIndex...].prefix { $0 != "#" }
        return relativeName(of: uri, in: playlist.name)
            .flatMap { file(named: $0, query: String(query)) }
    }

    private func web(_ url: WebLocation, _ allowsPrivate: Bool) -> PackageFile? {
        guard origins.contains(url.origin) || access.hosts.contains(url.host) else { return nil }
        var name = url.description
        if case .web(let root) = root.kind {
            let folder = Location.folder(of: root.description)
            if name.hasPrefix(folder), name.count > folder.count {
                name.removeFirst(folder.count)
            }
        }
        return PackageFile(
            name: name, location: Location(.web(url)), query: url.query,
            allowsPrivate: allowsPrivate)
    }

    private func location(of name: String) -> Location? {
        switch root.kind {
        case .file(let path):
            (try? FilePath(checking: path.isEmpty ? name : path.string + "/" + name))
                .map { Location($0) }
        case .object: root.appending(name)
        case .web: nil
        }
    }

    /// Returns the path of a relative URI; `nil` if it leaves the package.
    private func relativeName(of uri: String, in playlist: String) -> String? {
        let bare = uri.withoutQuery
        let decoded = bare.removingPercentEncoding ?? String(bare)
        let first = decoded.prefix { $0 != "/" }
        guard !decoded.hasPrefix("/"), !first.contains(":"), !decoded.contains("\0") else {
            return nil
        }
        var parts = playlist.split(separator: "/").dropLast().map(String.init)
        for part in decoded.split(separator: "/") {
            switch part {
            case ".": continue
            case "..": guard parts.popLast() != nil else { return nil }
            default: parts.append(String(part))
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    // MARK: Bytes

    /// Opens a file.
    ///
    /// - Throws: `.outside` for a link out of the folder of the package, whose target may be any file of this host.
    func open(_ file: PackageFile) throws(StorageError) -> OpenedFile {
        if let path = file.location.path {
            let opened = try OpenedFile(file, at: path)
            guard let target = opened.path, let folder, target.starts(with: folder) else {
                throw StorageError("open", path, EXDEV, kind: .outside)
            }
            return opened
        }
        let hosts = access.hosts.union(host(of: file.location).map { [$0] } ?? [])
        return OpenedFile(
            file,
            try access.storage.publishedFile(
                at: file.location,
                access: WebAccess(hosts: hosts, allowsPrivate: file.allowsPrivate),
                limit: Self.longestWhole, isStopped: access.isStopped))
    }

    private func host(of location: Location) -> String? {
        if case .web(let url) = location.kind { url.host } else { nil }
    }

    /// Opens several files, those of a bucket or a web server at the same time.
    func open(_ files: Set<PackageFile>) -> [PackageFile: Result<OpenedFile, StorageError>] {
        let pending = Mutex(Array(files))
        let opened = Mutex<[PackageFile: Result<OpenedFile, StorageError>]>([:])
        let group = DispatchGroup()
        @Sendable func work() {
            while !access.isStopped(), let file = pending.withLock({ $0.popLast() }) {
                let result = Result { () throws(StorageError) in try open(file) }
                opened.withLock { $0[file] = result }
            }
        }
        let isRemote = files.contains { $0.location.path == nil }
        for _ in 1..<max(2, isRemote ? min(Self.concurrency, files.count) : 1) where isRemote {
            // A serial queue has a thread at once.
            DispatchQueue(label: "vtranscode.check").async(group: group) { work() }
        }
        work()
        group.wait()
        return opened.withLock(\.self)
    }

    /// Returns the bytes of a playlist, and its file after redirects; `nil`, with a finding, if it cannot be read.
    func playlist(
        _ file: PackageFile, from source: (file: String, line: Int)?, findings: inout FindingList
    ) -> (bytes: [UInt8], file: PackageFile)? {
        do {
            let opened = try open(file)
            guard !opened.isTooLong, opened.size <= Self.longestPlaylist else {
                findings.add(
                    .playlistTooLarge, file.name,
                    "the playlist has \(opened.isTooLong ? "more than " : "")\(opened.size) bytes")
                return nil
            }
            return (try opened.bytes(at: 0, count: Int(opened.size)), opened.file)
        } catch {
            report(error, file, in: source?.file ?? file.name, line: source?.line, &findings)
            return nil
        }
    }

    /// Adds the finding of a file that cannot be opened or read.
    func report(
        _ error: StorageError, _ file: PackageFile, in playlist: String, line: Int?,
        _ findings: inout FindingList
    ) {
        if error.kind == .outside {
            findings.add(
                .uncheckedFile, playlist, line: line, "\(file.name) is a link out of the package")
        } else {
            findings.add(
                .missingFile, playlist, line: line,
                "\(file.name) cannot be read (\(error.reason))")
        }
    }
}
