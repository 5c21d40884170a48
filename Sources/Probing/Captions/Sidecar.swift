package import Captions
internal import Crypto
package import MediaModel
package import MediaSandbox
internal import MediaUnits
package import Storage

/// A caption file beside an upload, read once, so that the parsed content is the content in the package's key.
package struct Sidecar: Sendable {
    package let name: SidecarName
    /// The file's content, or the reason why the sidecar is left out.
    package let content: Result<[UInt8], ReadError>
    /// The identity and state of the file when it was read; `nil` if it could not be read.
    private var version: UploadIdentity?

    /// The reason why a sidecar is left out.
    package struct ReadError: Error, Codable, Hashable, Sendable {
        let reason: String
    }

    /// The limit for one file, in bytes, chosen as thirty times the captions of a long film.
    static let maximumSize = 10_000_000
    /// The limit for all sidecars of one upload together, in bytes.
    package static let maximumTotal = 20_000_000

    /// Reads the sidecars of an upload; an unusable one is left out and does not reject the upload.
    ///
    /// - Throws: `UploadError` if the storage fails, because the package would lack captions.
    package static func read(
        _ names: [SidecarName], beside upload: Location,
        in source: any UploadSource
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
                throw .unreadableSidecars(upload.description, error)
            }
        }
        return read
    }

    private static func read(
        _ name: SidecarName, beside upload: Location, in source: any UploadSource, atMost limit: Int
    ) throws(StorageError) -> Sidecar {
        do {
            return try Sidecar(
                name, source.open(location(of: name, beside: upload)), atMost: limit)
        } catch {
            guard error.isNotFound else { throw error }
            let isIrregular = [.notRegular, .outside].contains(error.kind)
            let reason = isIrregular ? "it is not a regular file" : "it cannot be read"
            return Sidecar(name: name, content: .failure(ReadError(reason: reason)))
        }
    }

    private static func location(
        of name: SidecarName, beside upload: Location
    ) throws(StorageError) -> Location {
        guard let location = name.location(beside: upload) else {
            throw .notFound("open", named: name.file)
        }
        return location
    }

    /// Reads an open file.
    package init(
        _ name: SidecarName, _ file: any UploadFile, atMost limit: Int = maximumSize
    ) throws(StorageError) {
        self.name = name
        guard file.size <= limit else {
            let reason =
                limit < 0 ? "there are too many" : "it is too large (\(file.size) bytes)"
            content = .failure(ReadError(reason: reason))
            return
        }
        content = .success(try file.bytes())
        version = file.identity
    }

    /// Reopens the file for the sandbox process that parses it.
    ///
    /// Descriptors are open only during the probe, since each of many uploads may have 150 sidecars.
    ///
    /// - Returns: `nil` if the sidecar is left out.
    /// - Throws: `UploadError`, with the code `changed` if the file or its content was replaced.
    package func reopened(beside upload: Upload) throws(UploadError) -> (any UploadFile)? {
        guard let version else { return nil }
        do {
            let file = try upload.source.open(
                Self.location(of: name, beside: upload.location))
            if file.identity == version { return file }
        } catch {
            if !error.isNotFound { throw .unreadableSidecars(upload.name, error) }
        }
        throw upload.error(
            .changed, "its sidecars changed while they were read",
            advice: "wait until the upload is complete, then run again")
    }

    package init(name: SidecarName, content: Result<[UInt8], ReadError>) {
        (self.name, self.content) = (name, content)
    }

    /// The sidecar's contribution to a package's key: the name, which determines language and kind, and the content.
    ///
    /// The upload's own name is left out, so that a renamed upload with its sidecars has the same key.
    package var identity: String {
        let reason = if case .failure(let error) = content { error.reason } else { "" }
        return "\(name.label) \(sha256 ?? reason)"
    }

    /// The SHA-256 of the content, hexadecimal; `nil` if the sidecar is left out.
    package var sha256: String? {
        (try? content.get()).map { SHA256.hash(data: $0).hexadecimal }
    }
}

extension UploadError {
    /// Returns the error of sidecars that could not be read for a transient reason.
    package static func unreadableSidecars(_ upload: String, _ error: StorageError) -> UploadError {
        UploadError(
            .unreadable, upload, "its sidecars cannot be read (\(error))",
            advice: "check the disk, then run again", cause: error)
    }
}
