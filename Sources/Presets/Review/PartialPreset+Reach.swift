import MediaUnits

/// The size of storyboards, and what limits leave of the rest.
extension PartialPreset {
    /// A picture's long side is the storyboard's width, so portrait ones are as high.
    var storyboardFindings: [Finding] {
        guard let board = storyboardSizes else { return [] }
        let (width, height) = (board.columns * board.width, board.rows * board.width)
        let path = "thumbnails.storyboard"
        if width > 4096 || height > 4096 {
            let key = width >= height ? "columns" : "rows"
            return [
                Finding(
                    .storyboardSize, "\(path).\(key)",
                    "sheets of \(width) x \(height) pixels, where pictures are square",
                    advice: "write \(4096 / board.width) or less, or a smaller width")
            ]
        }
        let bytes = Int(Double(width * height) * Self.bytesPerPixel)
        guard bytes > 2_000_000 else { return [] }
        let rows = Int(2_000_000 / Self.bytesPerPixel) / (width * board.width)
        return [
            Finding(
                .storyboardBytes, "\(path).rows",
                "sheets of about \(ByteCount(bytes)), where pictures are square and hard",
                advice: "write \(max(1, rows)) or less, or a smaller width")
        ]
    }

    /// Of a JPEG as storyboards are written: 0.03 to 0.27 were measured, the most with a screen full of text.
    private static let bytesPerPixel = 0.3

    var limitFindings: [Finding] {
        var findings = [pixelFinding].compactMap { $0 }
        if let limit = copyBelow, download == false {
            findings.append(
                Finding(
                    .copyUnused, "packaging.copyBelow",
                    "nothing is downloaded, so no upload below \(limit) is copied",
                    advice: "write download: true, or leave it out"))
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
        guard let rung, let picture = rung.size else { return nil }
        return Finding(
            .limitsUnreachable, "limits.pixels",
            "\(rung.path) is for uploads of \(picture), which are refused",
            advice: "write \(picture) or more, or leave out the rung")
    }

    private func unreachable(_ path: String, _ time: Rational, _ longest: Rational) -> Finding {
        Finding(
            .limitsUnreachable, "limits.duration",
            "no upload of \(TimeText.text(longest)) fills \(path), \(TimeText.text(time))",
            advice: "write a longer time, or lower \(path)")
    }
}
