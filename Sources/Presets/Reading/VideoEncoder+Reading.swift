internal import VideoCodecs

extension Video.Encoder {
    enum Keys {
        static let preset = Key(
            "preset", .oneOf(EncoderSettings.speeds), default: Video.Encoder().preset,
            about: "balance of speed and compression, for the encoders of all codecs")
        static var tune: Key<String?> {
            var tunes: [String] = []
            for tune in VideoCodec.all.flatMap(\.model.tunes) where !tunes.contains(tune) {
                tunes.append(tune)
            }
            return Key(
                "tune", ValueType.oneOf(tunes).orNone, default: nil,
                about: "settings for a kind of content, of the encoders that have them")
        }
    }

    /// The codecs whose encoders the options are for.
    private static var optionModels: [any VideoCodecModel] {
        VideoCodec.all.map(\.model).filter { $0.presetOptions != nil }
    }

    static func read(_ fields: Fields) -> Self {
        Self(
            preset: fields.value(Keys.preset), tune: fields.value(Keys.tune),
            options: fields.section(
                "options",
                about:
                    "further \(optionModels.compactMap(\.presetOptions?.encoder).joined(separator: ", ")) "
                    + "parameters by name, for rungs of \(VideoCodec.titles { $0.presetOptions != nil }); "
                    + "they override `preset` and `tune`. Those that the plan sets are rejected "
                    + "(rates, GOPs, threads, color, levels)",
                default: [:], readOptions))
    }

    private static var optionNames: ValueForm {
        let reserved = Set(optionModels.flatMap { $0.presetOptions?.reserved ?? [] })
        return ValueForm(
            text: "a name",
            schema: [
                "pattern": "^[A-Za-z0-9,._+/-]{1,100}$",
                "not": ["enum": .list(reserved.sorted().map(JSONNode.text))],
            ])
    }
    private static let optionValues = ValueForm(
        text: "a value",
        schema: [
            "type": ["string", "number", "boolean"], "pattern": "^[A-Za-z0-9,._+/-]{1,100}$",
        ])

    private static func readOptions(_ fields: Fields) -> [String: String] {
        var options: [String: String] = [:]
        let rules = optionModels.compactMap(\.presetOptions)
        for (key, location, text) in fields.texts(keys: optionNames, values: optionValues) {
            // Encoders read `_` as `-`.
            let name = key.lowercased().replacing("_", with: "-")
            guard !rules.contains(where: { $0.isReserved(name) }) else {
                fields.diagnosis.report(
                    .optionReserved, at: location,
                    "\(fields.path(to: key)) is an option that the plan sets",
                    advice: "remove it, or use the preset's own keys")
                continue
            }
            guard isPlain(key), isPlain(text) else {
                fields.diagnosis.report(
                    .valueType, at: location,
                    "\(fields.path): \(quoted(key)): \(quoted(text)) is not an option that can be passed to an encoder",
                    advice: "write names and values of letters, digits, and , . - _ + /")
                continue
            }
            options[name] = text
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
