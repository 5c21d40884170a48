import MediaUnits

extension Packaging {
    enum Keys {
        static let container = Key(
            "container", .choice, default: Container.fmp4,
            about:
                "kind of package: HLS with fMP4 or MPEG-TS segments, or one MP4 file of one rung, "
                + "without thumbnails")
        static let segment = Key(
            "segment", .time(in: Rational(1)...Rational(30)), default: Packaging().segment,
            about: "length of a segment, an integer multiple of `gop`")
        static let download = Key(
            "download", .truth, default: false,
            about: "also write download.mp4: the top rung and the audio in one file")
        static let copyBelow = Key<ByteCount?>(
            "copyBelow",
            ValueType.size(in: ByteCount(1000)...ByteCount(100_000_000_000)).orNone,
            default: nil,
            about:
                "download.mp4 of an upload below that size has the upload's own video and audio, not encoded again, "
                + "if players support them")
        static let start = Key(
            "start", .bitrate(in: .kilobits(50)...(.kilobits(240_000))), default: Packaging().start,
            about: "the variant with the nearest peak is listed first, and players begin with it")
    }

    static func read(_ fields: Fields) -> Packaging {
        Packaging(
            container: fields.value(Keys.container), segment: fields.value(Keys.segment),
            download: fields.value(Keys.download), copyBelow: fields.value(Keys.copyBelow),
            start: fields.value(Keys.start))
    }
}
