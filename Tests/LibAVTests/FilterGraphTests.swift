import MediaUnits
import TestSupport
import Testing

@testable import LibAV

@Suite struct FilterGraphTests {
    private func graph(_ text: String, outputs: Int = 1) throws -> FilterGraph {
        try FilterGraph(
            text, for: TestClip.gray(0), isVideo: true, timeBase: Rational(1, 25),
            outputs: outputs)
    }

    @Test func frameIsFiltered() throws {
        let graph = try graph("[in]scale=32:24:flags=bicubic,format=yuv420p[out0]")
        let frame = try TestClip.gray(90)
        frame.presentationTime = 7
        try graph.push(frame)
        let output = try Frame()
        #expect(try graph.pull(into: output))
        #expect(output.size == Resolution(width: 32, height: 24))
        #expect(output.presentationTime == 7)
        #expect(try output.copyPixels().prefix(32 * 24).allSatisfy { $0 == 90 })
        #expect(try !graph.pull(into: output), "one frame in, one frame out")
        #expect(frame.size == TestClip.size, "the pushed frame stays the caller's")
    }

    @Test func everyOutputHasItsFrame() throws {
        let graph = try graph(
            "[in]split=2[a][b];[a]null[out0];[b]scale=16:12,format=yuv420p[out1]", outputs: 2)
        try graph.push(TestClip.gray(90))
        let output = try Frame()
        #expect(try graph.pull(from: 1, into: output))
        #expect(output.size == Resolution(width: 16, height: 12))
        #expect(try graph.pull(from: 0, into: output))
        #expect(output.size == TestClip.size)
    }

    /// A filter with two inputs, which measures their similarity.
    @Test(arguments: [(90 as UInt8, 1.0 as Double?), (200, nil)])
    func framesOfTwoInputsAreCompared(other: UInt8, similarity: Double?) throws {
        let graph = try FilterGraph(
            "[in][in1]ssim[out0]", for: TestClip.gray(0), isVideo: true,
            timeBase: Rational(1, 25), inputs: 2, outputs: 1)
        for (input, luma) in [90, other].enumerated() {
            let frame = try TestClip.gray(luma)
            frame.presentationTime = 0
            try graph.push(frame, to: input)
        }
        try graph.end()
        let output = try Frame()
        #expect(try graph.pull(into: output))
        let (measured, unknown) = (
            output.measurement("lavfi.ssim.All"), output.measurement("lavfi.psnr.mse_avg")
        )
        let value = try #require(measured)
        #expect(similarity.map { value == $0 } ?? (value < 0.95))
        #expect(unknown == nil, "not measured")
    }

    @Test func endOfStreamReleasesBufferedFrames() throws {
        let graph = try graph("[in]reverse[out0]")
        let output = try Frame()
        for number in 0..<3 {
            let frame = try TestClip.gray(TestClip.luma(number))
            frame.presentationTime = number
            try graph.push(frame)
            #expect(try !graph.pull(into: output))
        }
        try graph.end()
        var brightness: [UInt8] = []
        while try graph.pull(into: output) { brightness.append(try output.copyPixels()[0]) }
        #expect(brightness == [2, 1, 0].map(TestClip.luma))
    }

    @Test func timeBaseIsThatOfTheOutput() throws {
        #expect(try graph("[in]null[out0]").timeBase() == Rational(1, 25))
        #expect(try graph("[in]settb=1/1000[out0]").timeBase() == Rational(1, 1000))
    }

    @Test(arguments: [
        "[in]no_such_filter[out0]", "[in]scale=width=banana[out0]", "[in]null", "",
        "[in]null[out7]", "[in]split=2[out0][b]",
    ])
    func invalidGraphIsRejectedWithItsText(text: String) throws {
        let error = #expect(throws: LibAVError.self) { _ = try graph(text) }
        #expect(try #require(error).subject == text)
    }

    @Test func noFrameCanBePushedAfterTheEnd() throws {
        let graph = try graph("[in]null[out0]")
        try graph.end()
        let frame = try TestClip.gray(1)
        #expect(throws: LibAVError.self) { try graph.push(frame) }
    }

    @Test func bufferedFramesAreFreedWithTheGraph() throws {
        let graph = try graph("[in]reverse[out0]")
        try graph.push(TestClip.gray(1))
        try graph.push(TestClip.gray(2))
    }

    /// AAC requires frames of 1024 samples, the last one shorter.
    @Test func audioIsSplitIntoFramesOfTheEncodersSize() throws {
        let demuxer = try Demuxer(
            WaveFile.tone(sampleCount: 5_000, sampleRate: 44_100, channels: 1))
        let decoder = try Decoder(demuxer, stream: 0, threads: 1)
        var graph: FilterGraph?
        let samples = try Frame()
        var counts: [Int] = []
        func pull() throws {
            while try graph?.pull(into: samples) ?? false {
                counts.append(samples.sampleCount)
                #expect(samples.channelCount == 2)
            }
        }
        let packet = try Packet()
        while try demuxer.read(into: packet) {
            try decoder.decode(packet) { frame in
                if graph == nil {
                    graph = try FilterGraph(
                        "[in]aformat=sample_fmts=fltp:sample_rates=44100:channel_layouts=stereo"
                            + "[out0]",
                        for: frame, isVideo: false, timeBase: Rational(1, 44_100), outputs: 1)
                    graph?.setFrameSize(1024)
                }
                try graph?.push(frame)
                try pull()
            }
        }
        try graph?.end()
        try pull()
        #expect(counts == [1024, 1024, 1024, 1024, 904])
    }

    /// A frame of 64x48 cannot be cropped to a larger size, an error of the upload; an unknown filter is an internal error.
    @Test(arguments: [("[in]crop=w=1000:h=1000[out0]", true), ("[in]no_such_filter[out0]", false)])
    func oversizedFramesAreDistinguishedFromInvalidText(text: String, isFilterConfiguration: Bool)
        throws
    {
        let frame = try TestClip.gray(100)
        let error = #expect(throws: LibAVError.self) {
            _ = try FilterGraph(
                text, for: frame, isVideo: true, timeBase: Rational(1, 25), outputs: 1)
        }
        #expect(try #require(error).isFilterConfiguration == isFilterConfiguration)
    }
}
