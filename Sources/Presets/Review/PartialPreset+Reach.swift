import MediaUnits

/// Rules for the size of storyboards, and for limits that other values exceed.
extension PartialPreset {
    /// Checks the size of sheets with square tiles, the largest: a tile's long side is the storyboard's width.
    var storyboardFindings: [Finding] {
        guard let board = storyboardSizes else { return [] }
        let (width, height) = (board.columns * board.width, board.rows * board.width)
        let path = "thumbnails.storyboard"
        if width > 4096 || height > 4096 {
            let key = width >= height ? "columns" : "rows"
            return [
                Finding(
                    .storyboardSize, "\(path).\(key)",
                    "sheets of \(width) x \(height) pixels for square video",
                    advice: "write \(4096 / board.width) or less, or a smaller width")
            ]
        }
        let bytes = Int(Double(width * height) * Self.bytesPerPixel)
        guard bytes > 2_000_000 else { return [] }
        let rows = Int(2_000_000 / Self.bytesPerPixel) / (width * board.width)
        return [
            Finding(
                .storyboardBytes, "\(path).rows",
                "sheets of about \(ByteCount(bytes)) for square, complex video",
                advice: "write \(max(1, rows)) or less, or a smaller width")
        ]
    }

    /// The maximum size of a storyboard's JPEG in bytes per pixel: 0.03 to 0.27 were measured, the most with a page of text.
    private static let bytesPerPixel = 0.3

    var limitFindings: [Finding] {
        var findings = [pixelFinding].compactMap { $0 }
        if let limit = copyBelow, download == false {
            findings.append(
                Finding(
                    .copyUnused, "packaging.copyBelow",
                    "uploads below \(limit) cannot be copied without a download",
                    advice: "write download: true, or remove it"))
        }
        guard let longest = maxDuration else { return findings }
        if isPackage == true, let segment, segment > longest {
            findings.append(unreachable("packaging.segment", segment, longest))
        }
        if let every = storyboardInterval, every >= longest {
            findings.append(unreachable("thumbnails.storyboard.every", every, longest))
        }
        return findings
    }

    private var pixelFinding: Finding? {
        guard let maxPixels else { return nil }
        let rungs = rungs.map { (path: $0.path(), size: $0.size.map(Rung.widescreen)) }
        let rung = rungs.first { $0.size.map { $0.pixelCount > maxPixels } ?? false }
        guard let rung, let frameSize = rung.size else { return nil }
        return Finding(
            .limitsUnreachable, "limits.pixels",
            "\(rung.path) is for uploads of \(frameSize), which are rejected",
            advice: "write \(frameSize) or more, or remove the rung")
    }

    private func unreachable(_ path: String, _ time: Rational, _ longest: Rational) -> Finding {
        Finding(
            .limitsUnreachable, "limits.duration",
            "no upload of \(TimeText.text(longest)) reaches \(path), \(TimeText.text(time))",
            advice: "write a longer time, or lower \(path)")
    }
}
