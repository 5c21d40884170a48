import MediaUnits

extension Limits {
    enum Keys {
        static let bytes = Key<ByteCount?>(
            "bytes", ValueType.size(in: ByteCount(1000)...ByteCount(100_000_000_000_000)).orNone,
            default: Limits().bytes, about: "size of the upload")
        /// At most 1.9 times the largest frame of H.264: 139,264 macroblocks of 256 pixels (level 6.2).
        static let pixels = Key(
            "pixels", .area(in: 64 * 64...8192 * 8192), default: Limits().pixels,
            meaning: "8192x4320",
            about: "pixels of one frame of the upload: a resolution, or the product")
        static let expansion = Key<Int?>(
            "expansion", ValueType.count(in: 1000...1_000_000_000).orNone,
            default: Limits().expansion,
            about:
                "pixels of all frames together for each byte of the upload, above one hour of 1920x1080 at 30/s"
        )
        static let streams = Key(
            "streams", .whole(in: 1...1000), default: Limits().streams,
            about: "tracks of any kind in the container")
        static let packets = Key(
            "packets", .count(in: 1...1_000_000_000), default: Limits().packets,
            about: "packets of all tracks together")
        /// At least what probing reserves, 268 MB.
        static let memory = Key(
            "memory", .size(in: ByteCount(300_000_000)...ByteCount(1_000_000_000_000)),
            default: Limits().memory,
            about: "memory of one graph job on the upload")
        static let time = Key<Rational?>(
            "time", ValueType.time(in: Rational(1)...Rational(864_000)).orNone,
            default: Limits().time,
            about: "CPU time of all work on the upload together")
        static let output = Key<ByteCount?>(
            "output",
            ValueType.size(in: ByteCount(1_000_000)...ByteCount(100_000_000_000_000)).orNone
                .omitted(at: Limits.mostOutput),
            default: Limits.mostOutput, meaning: "\(Limits.mostOutput)",
            about: "size of all files of a package together")
        static let formats = Key(
            "formats", .choice.omitted(at: .modern), default: FormatSet.modern,
            meaning: FormatSet.modern.rawValue,
            about: "codecs that are decoded: current ones, or also those of the 1990s and 2000s")
    }
}
