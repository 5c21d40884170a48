import MediaUnits

extension Limits {
    enum Keys {
        static let bytes = Key<ByteCount?>(
            "bytes", ValueType.size(in: ByteCount(1000)...ByteCount(100_000_000_000_000)).orNone,
            default: .some(Limits().bytes), about: "of the upload")
        /// H.264 itself ends at 139,264 macroblocks of 256 pixels (level 6.2); half as much again
        /// for other codecs.
        static let pixels = Key(
            "pixels", .area(in: 64 * 64...8192 * 8192), default: Limits().pixels,
            meaning: "8192x4320", about: "of a picture of the upload: a size, or the product")
        static let expansion = Key<Int?>(
            "expansion", ValueType.count(in: 1000...1_000_000_000).orNone,
            default: .some(Limits().expansion),
            about:
                "pixels of all pictures together for each byte of the upload, counted above an hour of 1920x1080 at 30/s"
        )
        static let streams = Key(
            "streams", .whole(in: 1...1000), default: Limits().streams,
            about: "tracks of any kind in the container")
        static let packets = Key(
            "packets", .count(in: 1...1_000_000_000), default: Limits().packets,
            about: "of all tracks together")
        /// Probing states 268 MB.
        static let memory = Key(
            "memory", .size(in: ByteCount(300_000_000)...ByteCount(1_000_000_000_000)),
            default: Limits().memory,
            about: "that one piece of work on the upload may take")
        static let time = Key<Rational?>(
            "time", ValueType.time(in: Rational(1)...Rational(864_000)).orNone,
            default: .some(Limits().time),
            about: "CPU time of all work on the upload together")
        static let output = Key<ByteCount?>(
            "output",
            ValueType.size(in: ByteCount(1_000_000)...ByteCount(100_000_000_000_000)).orNone
                .silent(on: Limits.mostOutput),
            default: .some(Limits.mostOutput), meaning: "\(Limits.mostOutput)",
            about: "of all files of a package together")
        static let formats = Key(
            "formats", .choice.silent(on: .modern), default: FormatSet.modern,
            meaning: FormatSet.modern.rawValue,
            about: "codecs that are decoded: today's, or also those of the 1990s and 2000s")
    }

    static func read(_ fields: Fields) -> Limits? {
        let bytes = fields.value(Keys.bytes)
        let duration = fields.section(
            "duration", about: "how long an upload may be; one value is `max`", shorthand: "max",
            default: Duration(), Duration.read)
        let pixels = fields.value(Keys.pixels)
        let expansion = fields.value(Keys.expansion)
        let streams = fields.value(Keys.streams)
        let packets = fields.value(Keys.packets)
        let memory = fields.value(Keys.memory)
        let time = fields.value(Keys.time)
        let output = fields.value(Keys.output)
        let formats = fields.value(Keys.formats)
        guard let bytes, let duration, let pixels, let expansion, let streams, let packets,
            let memory, let time, let output, let formats
        else { return nil }
        return Limits(
            bytes: bytes, duration: duration, pixels: pixels, expansion: expansion,
            streams: streams, packets: packets,
            memory: memory, time: time, output: output, formats: formats)
    }
}

extension Limits.Duration {
    enum Keys {
        static let max = Key<Rational?>(
            "max", ValueType.time(in: Rational(1)...Rational(7 * 86400)).orNone,
            default: .some(Limits.Duration().max), about: "how long an upload may be")
        static let over = Key(
            "over", .choice, default: Limits.Excess.refuse,
            about: "what becomes of a longer upload: refused, or its beginning published")
    }

    static func read(_ fields: Fields) -> Self? {
        let max = fields.value(Keys.max)
        let over = fields.value(Keys.over)
        guard let max, let over else { return nil }
        return Self(max: max, over: over)
    }
}

extension ValueType where Value: Equatable {
    /// The same for a key that a resolved preset leaves out where it has its default: keys of jobs are made of that text, and
    /// stay what they were before there was the key.
    fileprivate func silent(on fallback: Value) -> Self {
        Self(form, write: { $0 == fallback ? nil : write($0) }, parse: parse)
    }
}
