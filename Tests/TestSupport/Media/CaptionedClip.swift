public import Foundation

/// A clip of 13 s with CEA-608 captions in its coded pictures, whose order differs from that of the frames.
public enum CaptionedClip {
    public static let frameRate = 30
    /// The first one, then pairs of which the later one comes first.
    private static let frameCount = 391

    /// Makes a clip in the container of the file's extension: `ts`, `mkv`, `mp4`.
    ///
    /// Each text, in the syntax of `CEA608Text`, starts at a frame number, with one pair per frame. Other frames have padding, or no
    /// captions.
    public static func make(
        _ texts: [Int: String], isPadded: Bool = true, at file: URL
    ) async throws {
        let folder = try TemporaryFolder("captioned")
        let (plain, captioned) = (folder.file("plain.h264"), folder.file("captioned.h264"))
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=\(frameRate)", "-c:v", "libx264"]
                + ["-frames:v", "\(frameCount)", "-preset", "ultrafast", "-x264-params"]
                + ["bframes=1:b-adapt=0:b-pyramid=0:keyint=999:scenecut=0:aud=1"]
                + [FFprobe.path(plain)])
        var pairs: [Int: CEA608Text.Pair] = [:]
        for (start, text) in texts.sorted(by: { $0.key < $1.key }) {
            for (index, pair) in CEA608Text.pairs(text).enumerated() { pairs[start + index] = pair }
        }
        let units = units(try Data(contentsOf: plain))
        var position = -1
        var bytes = Data()
        for unit in units {
            if unit[unit.startIndex] & 0x1F == accessUnitDelimiter { position += 1 }
            let pair = pairs[shown(position)]
            if [1, 5].contains(unit[unit.startIndex] & 0x1F), isPadded || pair != nil {
                bytes += startCode + message(pair)
            }
            bytes += startCode + unit
        }
        try bytes.write(to: captioned)
        // The filter's ticks are the muxer's in FFmpeg 5.1 (in Matroska, 33 and a third) and the demuxer's in 7.1.
        let ticks = "if(eq(DURATION,33),1000/30,DURATION)"
        let times = "if(eq(N,0),0,if(mod(N,2),N+1,N-1))*\(ticks)"
        try await FFmpeg.run(
            ["-r", "\(frameRate)", "-i", FFprobe.path(captioned), "-c", "copy"]
                + ["-bsf:v", "setts=pts='\(times)':dts='(N-1)*\(ticks)'"]
                + ["-video_track_timescale", "90000", FFprobe.path(file)])
    }

    private static let startCode = Data([0, 0, 0, 1])
    private static let accessUnitDelimiter: UInt8 = 9

    /// Returns the number of the frame at a position in coding order.
    private static func shown(_ index: Int) -> Int {
        index == 0 ? 0 : index % 2 == 1 ? index + 1 : index - 1
    }

    /// An SEI message of registered user data (H.264, D.1.6).
    private static func message(_ pair: CEA608Text.Pair?) -> Data {
        let content = CEA608Text.message(pair)
        return Data([6, 4, UInt8(content.count)] + content + [0x80])
    }

    /// NAL units without their start codes (H.264, annex B).
    private static func units(_ stream: Data) -> [Data] {
        let code = Data([0, 0, 1])
        var units: [Data] = []
        var start = stream.range(of: code)?.upperBound
        while let begin = start {
            let next = stream.range(of: code, in: begin..<stream.endIndex)
            var unit = stream[begin..<(next?.lowerBound ?? stream.endIndex)]
            // A start code may have one more zero, and units never end with one.
            while unit.last == 0 { unit = unit.dropLast() }
            units.append(unit)
            start = next?.upperBound
        }
        return units
    }
}
