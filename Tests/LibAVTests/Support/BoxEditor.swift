/// Changes a box deep in an ISO base media file and the sizes of the boxes around it.
enum BoxEditor {
    private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "dinf", "stbl"]

    /// Replaces the content of every box of a type.
    static func edit(
        _ file: [UInt8], _ type: String, _ change: ([UInt8]) -> [UInt8]
    ) -> [UInt8] {
        var rest = file[...]
        var result: [UInt8] = []
        while rest.count >= 8 {
            let size = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            guard size >= 8, size <= rest.count else { break }
            var content = Array(rest.prefix(size).dropFirst(8))
            if name == type {
                content = change(content)
            } else if containers.contains(name) {
                content = edit(content, type, change)
            }
            result += big(content.count + 8, bytes: 4) + Array(name.utf8) + content
            rest = rest.dropFirst(size)
        }
        return result + rest
    }

    static func big(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
