import Foundation

extension Preset {
    /// The text that two presets share exactly if they make the same packages; for content keys.
    ///
    /// JSON with sorted keys of everything but `description` and `expect`, which change nothing that is made.
    /// Comments, order and spelling in the YAML (`2s` or `2000ms`, a default written or left out)
    /// do not show in it.
    public var identity: String {
        let silent = Preset(
            name: name, description: "", packaging: packaging, video: video, ladder: ladder,
            audio: audio, captions: captions, thumbnails: thumbnails, limits: limits,
            onDamage: onDamage)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(silent) else {
            preconditionFailure("only infinite numbers fail to encode, and they are text here")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
