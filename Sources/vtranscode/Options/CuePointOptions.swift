import ArgumentParser
import MediaUnits

/// The cue points of a command.
struct CuePointOptions: ParsableArguments {
    @Option(
        name: .customLong("cue"),
        help: ArgumentHelp(
            "A cue point, where a segment starts so that something can be inserted: 90, 1:30, start or end, then ,id=NAME ,duration=TIME ,asset-list=URL; may be repeated.",
            valueName: "time[,key=value]..."),
        transform: CuePointOptions.cuePoint)
    var cuePoints: [CuePoint] = []

    static func cuePoint(_ text: String) throws -> CuePoint {
        let fields = fields(text)
        guard let position = CuePoint.Position(fields[0]) else {
            throw ValidationError(
                "'\(fields[0])' is not a time; use 90, 12.5s, 1:30, start or end.")
        }
        var cuePoint = CuePoint(position)
        for field in fields.dropFirst() {
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            let value = parts.count == 2 ? parts[1] : ""
            switch parts.first {
            case "id" where cuePoint.id == nil:
                guard CuePoint.isIdentifier(value) else {
                    throw ValidationError(
                        "'\(value)' is not an identifier of 1 to 128 ASCII characters without quotes and backslashes."
                    )
                }
                cuePoint.id = value
            case "duration" where cuePoint.duration == nil:
                guard let duration = CuePoint.duration(value) else {
                    throw ValidationError(
                        "'\(value)' is not the duration of a break; use 15, 30s or 1m.")
                }
                cuePoint.duration = duration
            case "asset-list" where cuePoint.assetList == nil:
                guard CuePoint.isAssetList(value) else {
                    throw ValidationError("the asset list of a cue point must be an https URL.")
                }
                cuePoint.assetList = value
            default:
                throw ValidationError(
                    "'\(field)' is not a part of a cue point; use id=, duration= or asset-list=, each once."
                )
            }
        }
        return cuePoint
    }

    /// Splits a text before each key; URLs may have commas themselves.
    private static func fields(_ text: String) -> [String] {
        let keys = ["id=", "duration=", "asset-list="]
        var fields: [String] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
            if !fields.isEmpty, fields[fields.count - 1].hasPrefix("asset-list="),
                !keys.contains(where: part.hasPrefix)
            {
                fields[fields.count - 1] += "," + part
            } else {
                fields.append(part)
            }
        }
        return fields
    }
}
