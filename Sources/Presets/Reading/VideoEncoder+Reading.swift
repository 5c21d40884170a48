internal import MediaUnits
internal import VideoCodecs

extension Video.Encoder {
    enum Keys {
        static let point = Key<OperatingPoint?>(
            "point", ValueType<OperatingPoint>.choice.optional, default: nil,
            meaning: "that of `preset`",
            about:
                "balance of CPU time and compression, measured for each codec and size (docs/encoding.md); excludes `preset`"
        )
        static let preset = Key<String?>(
            "preset", ValueType.oneOf(EncoderSettings.presets).optional, default: nil,
            meaning: "\(Video.Encoder.defaultPreset), without `point`",
            about: "balance of speed and compression by its name in the encoders of all codecs")
        /// Returns whether a key of a preset replaces another key of the preset that it extends: each of both excludes the other.
        static func replace(_ key: String, _ other: String) -> Bool {
            key == point.name && other == preset.name || key == preset.name && other == point.name
        }

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
        let point = fields.value(Keys.point)
        let preset = fields.value(Keys.preset)
        if let point, let preset {
            fields.diagnosis.report(
                .encoderPoint,
                at: fields.diagnosis.locations.location(of: fields.path(to: "point")),
                "\(fields.path): point: \(point.rawValue) and preset: \(preset) exclude each other",
                advice: "remove one of them")
        }
        // A preset has either of both keys, so that it can be read again.
        if point == nil { fields.fill(Keys.preset, with: preset ?? defaultPreset) }
        let tune = fields.value(Keys.tune)
        let options = readSection(fields)
        return point.map { Self(point: $0, tune: tune, options: options) }
            ?? Self(preset: preset ?? defaultPreset, tune: tune, options: options)
    }

    private static func readSection(_ fields: Fields) -> [String: String] {
        fields.section(
            "options",
            about:
                "further \(optionModels.compactMap(\.presetOptions?.encoder).joined(separator: ", ")) "
                + "parameters by name, for rungs of \(VideoCodec.titles { $0.presetOptions != nil }); "
                + "they override `point`, `preset` and `tune`. Those that the plan sets are rejected "
                + "(rates, GOPs, threads, color, levels)",
            default: [:], readOptions)
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
