import Foundation
import Testing

/// The color tables compared with zscale and libavfilter's `tonemap`: the tables of docs/color.md, which
/// Scripts/color-patches prints.
@Suite struct ColorComparisonTests {
    private static let file = ProcessInfo.processInfo.environment["VT_COLOR_PATCHES"]

    @Test(.enabled(if: file != nil)) func tablesAreWritten() throws {
        var lines: [String] = []
        for coding in HighRangeCoding.allCases {
            let figures = try PatchFrame.Rendering.allCases.map { try Figures(coding, $0) }
            lines.append(
                "| \(String(describing: coding).uppercased()) | vtranscode | hable | mobius |")
            lines.append("| --- | --- | --- | --- |")
            func row(_ name: String, _ value: (Figures) -> String) {
                lines.append("| \(name) | \(figures.map(value).joined(separator: " | ")) |")
            }
            row("luma of a gray of 18 % (26 cd/m2)") { $0.percent($0.gray) }
            row("luma of reference white (203 cd/m2)") { $0.percent($0.white) }
            row("luma of 1,000 cd/m2") { $0.percent($0.peak) }
            row("codes from reference white to 1,000 cd/m2") { "\($0.highlights)" }
            row("decreases of luma, 0 to 1,000 cd/m2") { "\($0.falls)" }
            row("largest chroma of a gray, codes") { "\($0.grayError)" }
            for (name, patches) in [
                ("skin", ColorPatch.skin), ("sky", ColorPatch.sky),
                ("grass and leaves", ColorPatch.grass), ("other surfaces", ColorPatch.others),
            ] {
                row("largest difference of hue and chroma, \(name)") {
                    String(format: "%.1f", $0.largest(patches))
                }
            }
            lines.append("")
        }
        let path = try #require(Self.file)
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// The figures of a rendering of the patches of a coding.
    private struct Figures {
        let gray: Double
        let white: Double
        let peak: Double
        let highlights: Int
        let falls: Int
        let grayError: Int
        private let codes: [String: [UInt8]]

        init(_ coding: HighRangeCoding, _ rendering: PatchFrame.Rendering) throws {
            let ramp = try coding.grays((0...500).map { Double($0 * 2) }, by: rendering)
            let luma = ramp.map { Int($0[0]) }
            falls = zip(luma, luma.dropFirst()).filter { $0 > $1 }.count
            grayError = ramp.map { max(abs(Int($0[1]) - 128), abs(Int($0[2]) - 128)) }.max() ?? 0
            let grays = try coding.grays([26, ColorPatch.referenceWhite, 1_000], by: rendering)
            let signals = grays.map { (Double($0[0]) - 16) / 219 }
            (gray, white, peak) = (signals[0], signals[1], signals[2])
            highlights = Int(grays[2][0]) - Int(grays[1][0])
            let patches = ColorPatch.all
            let rendered = try coding.rendered(patches.map(\.light), by: rendering)
            codes = Dictionary(uniqueKeysWithValues: zip(patches.map(\.name), rendered))
        }

        func largest(_ patches: [ColorPatch]) -> Double {
            patches.compactMap { patch in codes[patch.name].map(patch.difference) }.max() ?? 0
        }

        func percent(_ signal: Double) -> String { String(format: "%.0f %%", signal * 100) }
    }
}
