import LibAV
import MediaTestSupport
import MediaUnits
internal import VideoCodecs

@testable import Encoding
@testable import MediaModel

/// A picture of flat patches side by side, each 16 pixels wide, and what becomes of them.
enum PatchFrame {
    private static let side = 16

    /// How a picture becomes SDR.
    enum Rendering: CaseIterable {
        /// As the product does.
        case product
        /// zscale, and a curve of libavfilter's `tonemap`.
        case hable, mobius
    }

    /// Y', Cb, Cr of BT.709 in 8 bits for those of patches in 10.
    ///
    /// Tags are options of `setparams`: what a decoder would have set.
    static func rendered(
        _ patches: [[UInt16]], tags: String, by rendering: Rendering = .product
    ) throws -> [[UInt8]] {
        let size = Resolution(width: patches.count * side, height: side)
        let frame = try tagged(patches, size, tags)
        let picture = try Frame()
        switch rendering {
        case .product:
            return read(try converted(frame, size).frame, patches.count)
        case .hable, .mobius:
            let graph = try FilterGraph(
                "[in]zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=709,"
                    + "tonemap=tonemap=\(rendering):desat=0:peak=\(1_000 / 203.0),"
                    + "zscale=t=709:m=709:r=limited,format=yuv420p[out0]",
                for: frame, isVideo: true, timeBase: Rational(1, 25), outputs: 1)
            try graph.push(frame)
            guard try graph.pull(into: picture) else { return [] }
            return read(picture, patches.count)
        }
    }

    /// The highest rendition's picture.
    static func converted(_ frame: borrowing Frame, _ size: Resolution) throws -> SharedFrame {
        let rung = RungPlan(
            name: "test", size: size, divisor: 1, frameRate: Rational(25), gop: 50,
            timescale: 12_800, ticksPerFrame: 512, ceiling: 1_000_000, buffer: 1_500_000,
            level: "4.0", crf: 23,
            codec: .h264, options: [:], scaledFrom: nil)
        let converter = FrameConverter(
            TestFrame.source(), [rung], timeBase: Rational(1, 25))
        var pictures: [SharedFrame?] = [nil]
        try converter.convert(frame, wanted: [true], into: &pictures)
        guard let picture = pictures[0] else { throw PackagingFault("no picture") }
        return picture
    }

    /// A decoder's frame: pixels, and tags that say what they mean.
    static func tagged(
        _ pixels: [UInt8], _ size: Resolution, format: String, tags: String
    ) throws -> Frame {
        let frame = try Frame(pixels: pixels[...], size: size, format: format)
        let graph = try FilterGraph(
            "[in]setparams=\(tags),format=\(format)[out0]", for: frame, isVideo: true,
            timeBase: Rational(1, 25), outputs: 1)
        try graph.push(frame)
        let picture = try Frame()
        guard try graph.pull(into: picture) else { throw PackagingFault("no picture") }
        return picture
    }

    private static func tagged(
        _ patches: [[UInt16]], _ size: Resolution, _ tags: String
    ) throws -> Frame {
        let samples = (0..<3).flatMap { plane in
            (0..<(plane == 0 ? side : side / 2)).flatMap { _ in
                patches.flatMap {
                    [UInt16](repeating: $0[plane], count: plane == 0 ? side : side / 2)
                }
            }
        }
        let bytes = samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        return try tagged(bytes, size, format: "yuv420p10le", tags: tags)
    }

    /// The middle of each patch.
    private static func read(_ picture: borrowing Frame, _ count: Int) -> [[UInt8]] {
        var patches = [[UInt8]](repeating: [], count: count)
        for plane in 0..<3 {
            let width = plane == 0 ? side : side / 2
            picture.withRows(ofPlane: plane, width: width * count, height: width) { row, pixels in
                guard row == width / 2 else { return }
                for index in 0..<count {
                    patches[index].append(pixels[index * width + width / 2])
                }
            }
        }
        return patches
    }
}

extension HighRangeCoding {
    /// As a phone tags its pictures.
    var tags: String {
        "range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(rawValue)"
    }

    /// What becomes of flat patches of light.
    func rendered(
        _ lights: [[Double]], by rendering: PatchFrame.Rendering = .product
    ) throws -> [[UInt8]] {
        try PatchFrame.rendered(lights.map(codes), tags: tags, by: rendering)
    }

    /// The luma of greys of so many cd/m2.
    func greys(
        _ lights: [Double], by rendering: PatchFrame.Rendering = .product
    ) throws -> [[UInt8]] {
        try rendered(lights.map { [$0, $0, $0] }, by: rendering)
    }
}
