import MediaUnits

extension CuePoint {
    private enum Keys {
        static let time = Key(
            required: "time", positionType, standIn: .start,
            about: "the time from the start of the upload")
        static let id = Key<String?>(
            "id", identifierType.optional, default: nil, meaning: "`cue-N`",
            about: "the identifier in playlists")
        static let duration = Key<Rational?>(
            "duration",
            ValueType.time(in: Rational(1, 1000)...CuePoint.longestDuration).optional,
            default: nil, about: "the expected duration of what is inserted")
        static let assetList = Key<String?>(
            "assetList", assetListType.optional, default: nil,
            meaning: "markers of a break (`EXT-X-CUE-OUT`)",
            about: "the asset list of an interstitial")
    }

    /// Reads one item of a preset's cue points.
    static func read(_ fields: Fields) -> CuePoint {
        CuePoint(
            fields.value(Keys.time), id: fields.value(Keys.id),
            duration: fields.value(Keys.duration), assetList: fields.value(Keys.assetList))
    }

    private static let positionType = ValueType<Position>(
        ValueForm(
            text: "a time such as 90s or 1m30s, `start` or `end`",
            schema: [
                "anyOf": [
                    ["enum": ["start", "end"]], .object(TimePattern.schema),
                ]
            ]),
        write: \.text
    ) { text in
        // A number without a unit is ambiguous in a preset, unlike in a command.
        let isWord = text == "start" || text == "end"
        guard isWord || TimeText.seconds(text) != nil, let position = Position(text) else {
            return .failure(
                .init(
                    rule: .valueType, message: "is not a time",
                    advice: "write a number and its unit, such as 90s or 1m30s, start or end"))
        }
        return .success(position)
    }

    private static let identifierType = text(
        "1 to 128 ASCII characters without `\"` and `\\`", "is not an identifier",
        pattern: "^[!#-\\[\\]-~]([ !#-\\[\\]-~]{0,126}[!#-\\[\\]-~])?$", CuePoint.isIdentifier)

    private static let assetListType = text(
        "an https URL", "is not the https URL of an asset list",
        pattern: "^https://[^/?#@]+([/?#].*)?$", CuePoint.isAssetList)

    private static func text(
        _ form: String, _ message: String, pattern: String,
        _ isValid: @escaping @Sendable (String) -> Bool
    ) -> ValueType<String> {
        ValueType(
            ValueForm(text: form, schema: ["type": "string", "pattern": .text(pattern)])
        ) { text in
            isValid(text)
                ? .success(text)
                : .failure(.init(rule: .valueType, message: message, advice: "write \(form)"))
        }
    }
}
