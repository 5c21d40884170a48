internal import VideoCodecs

extension Video.Encoder {
    enum Keys {
        /// The names in x264.h, x264_preset_names.
        static let preset = Key(
            "preset",
            .oneOf([
                "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
                "veryslow", "placebo",
            ]), default: Video.Encoder().preset,
            about: "balance of speed and compression, of x264 and x265")
        /// The names in x264.h, x264_tune_names, and none.
        static let tune = Key<String?>(
            "tune",
            ValueType.oneOf([
                "film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode",
                "zerolatency",
            ]).orNone, default: nil,
            about: "settings for a kind of content, of x264, and of x265 if it has them")
    }

    static func read(_ fields: Fields) -> Self {
        Self(
            preset: fields.value(Keys.preset), tune: fields.value(Keys.tune),
            options: fields.section(
                "options",
                about:
                    "further x264 parameters by name, for rungs of H.264; they override `preset` and `tune`. Those that the "
                    + "plan sets are rejected (rates, GOPs, threads, color, levels)",
                default: [:], readOptions))
    }

    private static let optionNames = ValueForm(
        text: "a name",
        schema: [
            "pattern": "^[A-Za-z0-9,._+/-]{1,100}$",
            "not": ["enum": .list(H264.reservedOptions.sorted().map(JSONNode.text))],
        ])
    private static let optionValues = ValueForm(
        text: "a value",
        schema: [
            "type": ["string", "number", "boolean"], "pattern": "^[A-Za-z0-9,._+/-]{1,100}$",
        ])

    private static func readOptions(_ fields: Fields) -> [String: String] {
        var options: [String: String] = [:]
        for (key, location, text) in fields.texts(keys: optionNames, values: optionValues) {
            // x264 reads `_` as `-`, and `no-deblock` as `deblock=0`.
            let dashed = key.lowercased().replacing("_", with: "-")
            let name = dashed.hasPrefix("no-") ? String(dashed.dropFirst(3)) : dashed
            guard !H264.reservedOptions.contains(name) else {
                fields.diagnosis.report(
                    .optionReserved, at: location,
                    "\(fields.path(to: key)) is an option that the plan sets",
                    advice: "remove it, or use the preset's own keys")
                continue
            }
            guard isPlain(key), isPlain(text) else {
                fields.diagnosis.report(
                    .valueType, at: location,
                    "\(fields.path): \(quoted(key)): \(quoted(text)) is not an option that can be passed to x264",
                    advice: "write names and values of letters, digits, and , . - _ + /")
                continue
            }
            options[dashed] = text
        }
        return options
    }

    /// Whether text fits into `name=value:name=value`, the form in which libav takes options.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty && text.count <= 100
            && text.utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ","), UInt8(ascii: "."),
                    UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
