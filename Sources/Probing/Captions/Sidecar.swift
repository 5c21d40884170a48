package import Captions
internal import Crypto
package import MediaModel
package import MediaSandbox
package import Storage

/// A file of captions beside an upload, read once: what is parsed is what the package's key was made from.
package struct Sidecar: Sendable {
    package let name: SidecarName
    /// Why it is left out, or what it holds.
    package let content: Result<[UInt8], Fault>
    /// Which file the content was read from, and its state then; `nil` if it could not be read.
    private var version: UploadIdentity?

    package struct Fault: Error, Codable, Hashable, Sendable {
        let reason: String
    }

    /// Bytes, chosen as thirty times the captions of a long film.
    static let maximumSize = 10_000_000
    /// Bytes of all files beside one upload.
    package static let maximumTotal = 20_000_000

    /// Reads files beside an upload; one that is of no use is left out, not a reason to refuse the upload.
    ///
    /// - Throws: `UploadError` where the disk or its server fails: the package would lack what is there.
    package static func read(
        _ names: [SidecarName], beside upload: String,
        in source: any UploadSource = LocalUploadSource()
    ) throws(UploadError) -> [Sidecar] {
        var (total, read) = (0, [Sidecar]())
        for (index, name) in names.enumerated() {
            do {
                let sidecar = try self.read(
                    name, beside: upload, in: source,
                    atMost: index < MediaBounds.sidecars
                        ? min(maximumSize, maximumTotal - total) : -1)
                if case .success(let bytes) = sidecar.content { total += bytes.count }
                read.append(sidecar)
            } catch {
                throw .unreadableSidecars(upload, error)
            }
        }
        return read
    }

    private static func read(
        _ name: SidecarName, beside upload: String, in source: any UploadSource, atMost limit: Int
    ) throws(StorageError) -> Sidecar {
        do {
            let file = try source.open(name.path(beside: upload))
            return try Sidecar(name, file, atMost: limit)
        } catch {
            guard error.isNotFound else { throw error }
            let isIrregular = [.notRegular, .outside].contains(error.kind)
            let reason = isIrregular ? "it is no regular file" : "it cannot be read"
            return Sidecar(name: name, content: .failure(Fault(reason: reason)))
        }
    }

    /// Reads an open file.
    package init(
        _ name: SidecarName, _ file: any UploadFile, atMost limit: Int = maximumSize
    ) throws(StorageError) {
        self.name = name
        guard file.size <= limit else {
            let reason =
                limit < 0 ? "there are too many" : "it is too large (\(file.size) bytes)"
            content = .failure(Fault(reason: reason))
            return
        }
        content = .success(try file.bytes())
        version = file.identity
    }

    /// Opens the file that the content was read from again, for the process that parses it: descriptors are held no longer
    /// than that takes, since each of many uploads may have 150 such files.
    ///
    /// - Returns: `nil` if it is left out.
    /// - Throws: `UploadError`, `changed` if it is another file by now, or has another content.
    package func reopened(beside upload: Upload) throws(UploadError) -> (any UploadFile)? {
        guard let version else { return nil }
        do {
            let file = try upload.source.open(name.path(beside: upload.path))
            if file.identity == version { return file }
        } catch {
            if !error.isNotFound { throw .unreadableSidecars(upload.path, error) }
        }
        throw upload.error(
            .changed, "captions beside it changed while it was read",
            advice: "wait until the upload is complete, then run again")
    }

    package init(name: SidecarName, content: Result<[UInt8], Fault>) {
        (self.name, self.content) = (name, content)
    }

    /// What a package's key depends on: the name, which says language and kind, and the content.
    ///
    /// The name without the upload's part, so that a renamed upload with its captions is the same.
    package var identity: String {
        let hash =
            switch content {
            case .success(let bytes): SHA256.hash(data: bytes).hexadecimal
            case .failure(let fault): fault.reason
            }
        return "\(name.label) \(hash)"
    }
}

extension UploadError {
    /// The captions beside an upload could not be read for a reason that may pass.
    package static func unreadableSidecars(_ upload: String, _ error: StorageError) -> UploadError {
        UploadError(
            .unreadable, upload, "captions beside it cannot be read (\(error))",
            advice: "check the disk, then run again")
    }
}
