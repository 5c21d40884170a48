import Errors
import LibAV
import MediaTestSupport
import MediaUnits
internal import VideoCodecs

@testable import Encoding
@testable import MediaModel

/// Frames of flat patches side by side, each 16 pixels wide, and their renderings in SDR.
enum PatchFrame {
    private static let side = 16

    /// A conversion to SDR.
    enum Rendering: CaseIterable {
        /// The conversion of this project.
        case product
        /// The zscale filter with a curve of libavfilter's `tonemap`.
        case hable, mobius
    }

    /// Returns Y', Cb, Cr of BT.709 in 8 bits for patches in 10 bits.
    ///
    /// Tags are options of `setparams`, for the tags that a decoder sets.
    static func rendered(
        _ patches: [[UInt16]], tags: String, by rendering: Rendering = .product
    ) throws -> [[UInt8]] {
        let size = Resolution(width: patches.count * side, height: side)
        let frame = try tagged(patches, size, tags)
        let result = try Frame()
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
            guard try graph.pull(into: result) else { return [] }
            return read(result, patches.count)
        }
    }

    /// Returns the highest rendition's frame.
    static func converted(_ frame: borrowing Frame, _ size: Resolution) throws -> SharedFrame {
        let rung = RungPlan(
            name: "test", size: size, divisor: 1, frameRate: Rational(25), gop: 50,
            timescale: 12_800, ticksPerFrame: 512, ceiling: 1_000_000, buffer: 1_500_000,
            level: "4.0", crf: 23,
            codec: .h264, options: [:], scaledFrom: nil)
        let converter = FrameConverter(
            TestFrame.source(), [rung], timeBase: Rational(1, 25))
        var frames: [SharedFrame?] = [nil]
        try converter.convert(frame, wanted: [true], into: &frames)
        guard let converted = frames[0] else { throw InternalError("no frame") }
        return converted
    }

    /// Returns a frame as a decoder outputs it: pixels with tags.
    static func tagged(
        _ pixels: [UInt8], _ size: Resolution, format: String, tags: String
    ) throws -> Frame {
        let frame = try Frame(pixels: pixels[...], size: size, format: format)
        let graph = try FilterGraph(
            "[in]setparams=\(tags),format=\(format)[out0]", for: frame, isVideo: true,
            timeBase: Rational(1, 25), outputs: 1)
        try graph.push(frame)
        let tagged = try Frame()
        guard try graph.pull(into: tagged) else { throw InternalError("no frame") }
        return tagged
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

    /// Returns the codes in the middle of each patch.
    private static func read(_ frame: borrowing Frame, _ count: Int) -> [[UInt8]] {
        var patches = [[UInt8]](repeating: [], count: count)
        for plane in 0..<3 {
            let width = plane == 0 ? side : side / 2
            frame.withRows(ofPlane: plane, width: width * count, height: width) { row, pixels in
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
    /// The tags of a phone's video.
    var tags: String {
        "range=tv:colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(rawValue)"
    }

    /// Returns the renderings of flat patches of light.
    func rendered(
        _ lights: [[Double]], by rendering: PatchFrame.Rendering = .product
    ) throws -> [[UInt8]] {
        try PatchFrame.rendered(lights.map(codes), tags: tags, by: rendering)
    }

    /// Returns the renderings of grays, given in cd/m2.
    func grays(
        _ lights: [Double], by rendering: PatchFrame.Rendering = .product
    ) throws -> [[UInt8]] {
        try rendered(lights.map { [$0, $0, $0] }, by: rendering)
    }
}
