import Errors
import LibAV
import MediaTestSupport
import MediaUnits
import Testing
internal import VideoCodecs

@testable import Encoding
@testable import MediaModel
@testable import Planning

/// Segments have decode times within the segment, whole fragments, and equal init segments.
@Suite struct VideoSegmentTests {
    private static let size = Resolution(width: 64, height: 48)

    struct Shape: CustomTestStringConvertible, Sendable {
        let firstFrame: Int
        let frameCount: Int
        var rate = Rational(30000, 1001)
        var divisor = 1
        var options = ["preset": "veryfast"]
        var codec = VideoCodec.h264
        var testDescription: String {
            "\(codec), \(frameCount) frames from \(firstFrame) at \(rate), 1 of \(divisor), \(options)"
        }
    }

    static let shapes = [
        Shape(firstFrame: 0, frameCount: 30), Shape(firstFrame: 180, frameCount: 35),
        Shape(firstFrame: 0, frameCount: 1), Shape(firstFrame: 10, frameCount: 2),
        Shape(firstFrame: 10, frameCount: 3), Shape(firstFrame: 0, frameCount: 11),
        Shape(firstFrame: 600, frameCount: 20, rate: Rational(60), divisor: 2),
        Shape(firstFrame: 20, frameCount: 20, options: ["preset": "ultrafast"]),
        Shape(
            firstFrame: 20, frameCount: 20,
            options: ["preset": "medium", "bf": "8", "x264-params": "b-adapt=0"]),
        Shape(firstFrame: 0, frameCount: 33, options: ["preset": "medium"]),
        Shape(firstFrame: 60, frameCount: 29, rate: Rational(60000, 1001)),
        Shape(firstFrame: 6, frameCount: 12, rate: Rational(5), options: ["bf": "0"]),
    ]

    /// Segments of every codec, with and without B-frames, and with a last GOP of one frame, of two and of three.
    static let allShapes =
        shapes
        + [1, 2, 3, 11, 22, 23, 30].flatMap { count in
            [0, 1, 4].map { frames in
                Shape(
                    firstFrame: 30, frameCount: count,
                    options: [
                        "preset": "ultrafast",
                        "x265-params":
                            "keyint=10:min-keyint=10:scenecut=0:open-gop=0:bframes=\(frames):b-adapt=0:pools=none:frame-threads=1:wpp=0:ctu=16:info=0:log-level=none",
                    ], codec: .hevc)
            }
        }
        + [11, 21, 22, 23].flatMap { count in
            ["0", "1", "3"].map {
                Shape(
                    firstFrame: 0, frameCount: count,
                    options: ["preset": "veryfast", "bf": $0, "x264-params": "b-adapt=0"])
            }
        }

    private static let gop = 10

    private func rung(_ shape: Shape) -> RungPlan {
        let rate = shape.rate / shape.divisor
        let (timescale, ticks) = LadderPlanner.timescale(rate)
        var options = shape.options
        if shape.codec == .h264 {
            options["g"] = "\(Self.gop)"
            options["keyint_min"] = "\(Self.gop)"
            options["sc_threshold"] = "0"
            options["flags"] = "+cgop"
        }
        return RungPlan(
            name: "48p", size: Self.size, divisor: shape.divisor, frameRate: rate, gop: Self.gop,
            timescale: timescale, ticksPerFrame: ticks, ceiling: 64_000, buffer: 96_000,
            level: "1.0",
            crf: 23,
            codec: shape.codec,
            options: options, scaledFrom: nil)
    }

    /// The segment that a rung's encoder and writer make from frames of changing brightness.
    private func segment(_ shape: Shape, fragmentIndex: Int = 1) throws -> MuxedSegment {
        let rung = rung(shape)
        let encoder = try rung.encoder(rung.options)
        let plan = SegmentPlan(
            index: 0, firstFrame: shape.firstFrame, frameCount: shape.frameCount)
        let writer = try VideoSegment(encoder, rung, plan, fragmentIndex: fragmentIndex)
        for number in 0..<rung.frames(in: shape.frameCount) {
            let luma = (0..<4).map { UInt8(40 + (number * 7 + $0 * 40) % 180) }
            let frame = try Frame(
                pixels: TestFrame.quarters(luma, Self.size)[...], size: Self.size, format: "yuv420p"
            )
            frame.presentationTime = number
            try encoder.encode(frame, writer.write)
        }
        try encoder.drain(writer.write)
        return try writer.finish()
    }

    private func fragments(_ segment: MuxedSegment) -> [FragmentBoxes] {
        segment.fragments.map { FragmentBoxes(segment.bytes[$0.offset..<$0.offset + $0.size]) }
    }

    @Test(arguments: allShapes) func presentationTimesAreNotBeforeDecodeTimes(_ shape: Shape) throws
    {
        let samples = try fragments(segment(shape)).flatMap(\.samples)
        #expect(samples.allSatisfy { $0.offset >= 0 })
        #expect(samples.allSatisfy { $0.duration > 0 })
    }

    @Test(arguments: allShapes) func segmentStartsAndEndsOnTheGrid(_ shape: Shape) throws {
        let rung = rung(shape)
        let fragments = try fragments(segment(shape))
        let start = shape.firstFrame / shape.divisor * rung.ticksPerFrame
        #expect(fragments[0].decodeTime == start)
        let length = rung.frames(in: shape.frameCount) * rung.ticksPerFrame
        let durations = fragments.flatMap(\.samples).reduce(0) { $0 + $1.duration }
        #expect(durations == length)
        // Every later fragment has its own decode time, independent of earlier ones.
        var time = start
        for fragment in fragments {
            #expect(fragment.decodeTime == time)
            time += fragment.samples.reduce(0) { $0 + $1.duration }
        }
    }

    @Test(arguments: allShapes) func everyFrameHasItsTimeOnTheGrid(_ shape: Shape) throws {
        let rung = rung(shape)
        let start = shape.firstFrame / shape.divisor
        var shown: [Int] = []
        for fragment in try fragments(segment(shape)) {
            var time = fragment.decodeTime
            for sample in fragment.samples {
                shown.append(time + sample.offset)
                time += sample.duration
            }
        }
        let count = rung.frames(in: shape.frameCount)
        #expect(shown.sorted() == (0..<count).map { (start + $0) * rung.ticksPerFrame })
    }

    /// A player that drops frames which end after the segment (`appendWindowEnd` of Media Source Extensions) drops none.
    @Test(arguments: allShapes) func noFrameEndsAfterTheSegment(_ shape: Shape) throws {
        let rung = rung(shape)
        let fragments = try fragments(segment(shape))
        let end =
            (shape.firstFrame / shape.divisor + rung.frames(in: shape.frameCount))
            * rung.ticksPerFrame
        for fragment in fragments {
            var time = fragment.decodeTime
            for sample in fragment.samples {
                #expect(time + sample.offset + sample.duration <= end)
                time += sample.duration
            }
        }
    }

    /// An entry of the I-frame playlist is a whole fragment: one IDR picture.
    @Test(arguments: allShapes) func everyIDRPictureIsAFragment(_ shape: Shape) throws {
        let rung = rung(shape)
        let segment = try segment(shape, fragmentIndex: 7)
        let boxes = fragments(segment)
        let count = rung.frames(in: shape.frameCount)
        #expect(boxes.allSatisfy { $0.boxes == ["moof", "mdat"] })
        #expect(boxes.map(\.sequenceNumber) == (0..<boxes.count).map { 7 + $0 })
        let keys = segment.fragments.filter(\.isKey)
        let keyTimes = stride(from: 0, to: count, by: Self.gop).map { $0 * rung.ticksPerFrame }
        #expect(keys.map(\.time) == keyTimes)
        for (fragment, box) in zip(segment.fragments, boxes) where fragment.isKey {
            #expect(box.samples.count == 1)
        }
        // Fragments are contiguous, from the first byte to the last.
        let ends = segment.fragments.map { $0.offset + $0.size }
        #expect(segment.fragments.map(\.offset) == [0] + ends.dropLast())
        #expect(ends.last == segment.bytes.count)
        let plan = SegmentPlan(
            index: 0, firstFrame: shape.firstFrame, frameCount: shape.frameCount)
        #expect(rung.fragmentCount(of: plan) == boxes.count)
    }

    /// The init segment does not depend on a segment's duration and position.
    @Test func initSegmentsAreEqualForAllDurations() throws {
        let shapes = [1, 2, 3, 11, 30].map { Shape(firstFrame: $0 * 10, frameCount: $0) }
        let inits = try shapes.map { try segment($0, fragmentIndex: $0.frameCount).initialization }
        #expect(Set(inits).count == 1)
        #expect(FragmentBoxes.boxes(inits[0][...]).map(\.type) == ["ftyp", "moov"])
    }

    /// x264 writes an SEI message with its version and settings before its first coded picture.
    @Test(arguments: shapes) func versionMessageIsRemoved(_ shape: Shape) throws {
        let segment = try segment(shape)
        let media = try #require(fragments(segment).first).media
        // AVCC: four bytes of length, then the NAL unit's header (H.264, 7.3.1).
        #expect(media[4] & 0x1F == 5, "the first NAL unit is the IDR picture's")
        for bytes in [segment.bytes, segment.initialization] {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("x264") && !text.contains("Lavc") && !text.contains("Lavf"))
        }
    }

    @Test func equalFramesGiveEqualBytes() throws {
        let (first, second) = (try segment(Self.shapes[0]), try segment(Self.shapes[0]))
        let isSame = first.bytes == second.bytes
        #expect(isSame)
    }

    @Test func missingFramesAreAnError() throws {
        let shape = Shape(firstFrame: 0, frameCount: 5)
        let rung = rung(shape)
        let encoder = try rung.encoder(rung.options)
        let plan = SegmentPlan(index: 0, firstFrame: 0, frameCount: 5)
        let writer = try VideoSegment(encoder, rung, plan, fragmentIndex: 1)
        #expect(throws: InternalError.self) { _ = try writer.finish() }
    }

    @Test func fragmentsAreNumberedThroughTheRendition() {
        let rung = rung(Shape(firstFrame: 0, frameCount: 1))
        let segments = [(0, 30), (30, 30), (60, 11)].enumerated().map {
            SegmentPlan(index: $0.offset, firstFrame: $0.element.0, frameCount: $0.element.1)
        }
        let first = rung.firstFragments(of: segments)
        #expect(first == [1, 7, 13])
        #expect(rung.fragmentCount(of: segments[2]) == 3, "a GOP of one frame is one fragment")
    }
}
