import Foundation

extension Preset {
    /// A text that is equal for two presets exactly if they make the same packages; keys of artifacts are derived from it.
    ///
    /// The text is JSON with sorted keys, without `description` and `expect`, which do not change packages. Comments, order and
    /// notation in the YAML (`2s` or `2000ms`, a default written or omitted) do not change it.
    public var identity: String {
        let identified = Preset(
            name: name, description: "", packaging: packaging, video: video, ladder: ladder,
            target: target, isAdaptive: isAdaptive, audio: audio, captions: captions,
            thumbnails: thumbnails, limits: limits, onDamage: onDamage, quality: quality,
            cuePoints: cuePoints)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        guard let data = try? encoder.encode(identified) else {
            preconditionFailure("only infinite numbers fail to encode, and they are text here")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
