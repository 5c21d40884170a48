import Foundation

/// Compares pairs of raw 4:2:0 frames of one size by libavfilter's `ssim`.
struct FramePairs {
    let size: (width: Int, height: Int)

    /// The size of one frame in bytes: luma, and two chroma planes of half the width and height, rounded up.
    private var byteCount: Int {
        size.width * size.height + 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2)
    }

    /// Returns the structural similarity of each pair, 0...1, over all three planes.
    ///
    /// A pair has the index of a frame in each file; the result for a missing frame is 0.
    func similarities(of first: URL, and second: URL, pairs: [(Int, Int)]) async throws -> [Double]
    {
        let (a, b) = (try Data(contentsOf: first), try Data(contentsOf: second))
        let present = pairs.map { contains(a, $0.0) && contains(b, $0.1) }
        guard present.contains(true) else { return pairs.map { _ in 0 } }
        let folder = try TemporaryFolder("pairs")
        try write(zip(pairs, present).filter(\.1).map(\.0.0), of: a, to: folder.file("a"))
        try write(zip(pairs, present).filter(\.1).map(\.0.1), of: b, to: folder.file("b"))
        let format = [
            "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(size.width)x\(size.height)",
        ]
        try await FFmpeg.run(
            format + ["-i", FFprobe.path(folder.file("a"))]
                + format + ["-i", FFprobe.path(folder.file("b"))]
                + ["-lavfi", "ssim=stats_file=\(folder.file("table").path)", "-f", "null", "-"]
        )
        let table = try String(contentsOf: folder.file("table"), encoding: .utf8)
        var values = table.split(whereSeparator: \.isNewline).map(Self.overall).makeIterator()
        return present.map { $0 ? values.next() ?? 0 : 0 }
    }

    private func contains(_ data: Data, _ index: Int) -> Bool {
        (index + 1) * byteCount <= data.count
    }

    private func write(_ indices: [Int], of data: Data, to file: URL) throws {
        var frames = Data(capacity: indices.count * byteCount)
        for index in indices { frames.append(data[index * byteCount..<(index + 1) * byteCount]) }
        try frames.write(to: file)
    }

    /// Parses `n:1 Y:0.99 U:0.99 V:0.99 All:0.99 (20.1)`.
    private static func overall(_ line: Substring) -> Double {
        let field = line.split(separator: " ").first { $0.hasPrefix("All:") }
        return field.flatMap { Double($0.dropFirst(4)) } ?? 0
    }
}
