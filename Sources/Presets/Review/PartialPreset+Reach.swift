import MediaUnits

/// Rules for the size of storyboards, and for limits that other values exceed.
extension PartialPreset {
    /// Checks the size of sheets with square tiles, the largest: a tile's long side is the storyboard's width.
    var storyboardProblems: [ValueProblem] {
        guard let board = storyboardSizes else { return [] }
        let (width, height) = (board.columns * board.width, board.rows * board.width)
        let path = "thumbnails.storyboard"
        if width > 4096 || height > 4096 {
            let key = width >= height ? "columns" : "rows"
            return [
                ValueProblem(
                    .storyboardSize, "\(path).\(key)",
                    "sheets of \(width) x \(height) pixels for square video",
                    advice: "write \(4096 / board.width) or less, or a smaller width")
            ]
        }
        let bytes = Int(Double(width * height) * Self.bytesPerPixel)
        guard bytes > 2_000_000 else { return [] }
        let rows = Int(2_000_000 / Self.bytesPerPixel) / (width * board.width)
        return [
            ValueProblem(
                .storyboardBytes, "\(path).rows",
                "sheets of about \(ByteCount(bytes)) for square, complex video",
                advice: "write \(max(1, rows)) or less, or a smaller width")
        ]
    }

    /// The maximum size of a storyboard's JPEG in bytes per pixel: 0.03 to 0.27 were measured, the most with a page of text.
    private static let bytesPerPixel = 0.3

    var limitProblems: [ValueProblem] {
        var problems = [pixelProblem].compactMap { $0 }
        if let limit = copyBelow, download == false {
            problems.append(
                ValueProblem(
                    .copyUnused, "packaging.copyBelow",
                    "uploads below \(limit) cannot be copied without a download",
                    advice: "write download: true, or remove it"))
        }
        guard let longest = maxDuration else { return problems }
        if isPackage == true, let segment, segment > longest {
            problems.append(unreachable("packaging.segment", segment, longest))
        }
        if let every = storyboardInterval, every >= longest {
            problems.append(unreachable("thumbnails.storyboard.every", every, longest))
        }
        return problems
    }

    private var pixelProblem: ValueProblem? {
        guard let maxPixels else { return nil }
        let rungs = rungs.map { (path: $0.path(), size: $0.size.map(Rung.widescreen)) }
        let rung = rungs.first { $0.size.map { $0.pixelCount > maxPixels } ?? false }
        guard let rung, let frameSize = rung.size else { return nil }
        return ValueProblem(
            .limitsUnreachable, "limits.pixels",
            "\(rung.path) is for uploads of \(frameSize), which are rejected",
            advice: "write \(frameSize) or more, or remove the rung")
    }

    private func unreachable(_ path: String, _ time: Rational, _ longest: Rational) -> ValueProblem
    {
        ValueProblem(
            .limitsUnreachable, "limits.duration",
            "no upload of \(TimeText.text(longest)) reaches \(path), \(TimeText.text(time))",
            advice: "write a longer time, or lower \(path)")
    }
}
