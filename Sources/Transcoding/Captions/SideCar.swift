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

    /// Reads files beside an upload; one that cannot be read is left out, not a reason to refuse the upload.
    static func read(
        _ names: [SideCarName], beside upload: String, below root: RootFolder? = nil
    ) -> [SideCar] {
        var total = 0
        return names.map { name in
            let content = read(
                name.path(beside: upload), below: root,
                atMost: min(maximumSize, maximumTotal - total))
            if case .success(let bytes) = content { total += bytes.count }
            return SideCar(name: name, content: content)
        }
    }

    private static func read(
        _ path: String, below root: RootFolder?, atMost limit: Int
    ) -> Result<[UInt8], Fault> {
        do {
            let file = try RegularFile(path, below: root)
            guard file.size <= limit else {
                return .failure(Fault(reason: "it is too large (\(file.size) bytes)"))
            }
            var bytes = [UInt8](repeating: 0, count: Int(file.size))
            let count = try file.read(at: 0, into: &bytes)
            return .success(Array(bytes[..<count]))
        } catch {
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
