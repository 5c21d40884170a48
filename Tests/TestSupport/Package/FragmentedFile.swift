import Foundation

/// The top-level boxes of a fragmented MP4 (ISO/IEC 14496-12, 4.2).
struct FragmentedFile {
    /// The boxes before the first `moof`.
    let initSegment: Data
    /// Each `moof` with the following `mdat`.
    let fragments: [Data]

    init(_ file: URL) throws {
        let bytes = try Data(contentsOf: file)
        var position = 0
        var start: Int?
        var initEnd = bytes.count
        var fragments: [Data] = []
        while position + 8 <= bytes.count {
            let size = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let kind = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            guard size >= 8, position + size <= bytes.count else {
                throw PackageError("\(file.path): a box of \(size) bytes")
            }
            if kind == "moof" {
                start = position
                initEnd = min(initEnd, position)
            }
            position += size
            if kind == "mdat", let first = start { fragments.append(bytes[first..<position]) }
        }
        initSegment = bytes[..<initEnd]
        self.fragments = fragments
    }
}
