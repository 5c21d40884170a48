internal import Crypto
internal import Storage

/// A file of captions beside an upload, read once: what is parsed is what the package's key was made from.
struct SideCar: Sendable {
    let name: SideCarName
    /// Why it is left out, or what it holds.
    let content: Result<[UInt8], Fault>

    struct Fault: Error, Hashable, Sendable {
        let reason: String
    }

    /// Bytes, chosen as thirty times the captions of a long film.
    static let maximumSize = 10_000_000
    /// Bytes of all files beside one upload.
    static let maximumTotal = 20_000_000

    /// Reads files beside an upload; one that is of no use is left out, not a reason to refuse the upload.
    ///
    /// - Throws: `UploadError` where the disk or its server fails: the package would lack what is there.
    static func read(
        _ names: [SideCarName], beside upload: String, below root: RootFolder? = nil
    ) throws(UploadError) -> [SideCar] {
        var (total, read) = (0, [SideCar]())
        for name in names {
            do {
                let content = try self.read(
                    name.path(beside: upload), below: root,
                    atMost: min(maximumSize, maximumTotal - total))
                if case .success(let bytes) = content { total += bytes.count }
                read.append(SideCar(name: name, content: content))
            } catch {
                throw .unreadableSideCars(upload, error)
            }
        }
        return read
    }

    private static func read(
        _ path: String, below root: RootFolder?, atMost limit: Int
    ) throws(StorageError) -> Result<[UInt8], Fault> {
        do {
            let file = try RegularFile(path, below: root)
            guard file.size <= limit else {
                return .failure(Fault(reason: "it is too large (\(file.size) bytes)"))
            }
            return .success(try file.bytes())
        } catch {
            guard error.isOfAbsence else { throw error }
            return .failure(
                Fault(
                    reason: [.notRegular, .outside].contains(error.kind)
                        ? "it is no regular file" : "it cannot be read"))
        }
    }

    /// What a package's key depends on: the name, which says language and kind, and the content.
    ///
    /// The name without the upload's part, so that a renamed upload with its captions is the same.
    var identity: String {
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
    static func unreadableSideCars(_ upload: String, _ error: StorageError) -> UploadError {
        UploadError(
            .unreadable, upload, "captions beside it cannot be read (\(error))",
            advice: "check the disk, then run again")
    }
}
