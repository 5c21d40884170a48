import MediaUnits

extension Preset {
    enum Keys {
        static let name = Key(
            required: "name", .name, standIn: "", about: "name of the preset in manifests")
        static let description = Key(
            required: "description", .sentence, standIn: "", about: "one sentence for people")
        static let extends = Key(
            "extends", PresetReference.type, default: nil,
            about: "the preset that this one is based on")
        static let ladder = "ladder"
        static let cuePoints = "cuePoints"
        static let target = Key<QualityTarget?>(
            "target", QualityTarget.type.orNone.omitted(at: nil), default: nil, meaning: "none",
            about:
                "quality for which the `crf` of each rung is chosen per upload, by a probe encode; `none`: the `crf` of the ladder, without `adaptive`"
        )
        static let adaptive = Key(
            "adaptive", .truth, default: false,
            about:
                "whether rungs that bring nothing for an upload are left out, and the `crf` of the others is chosen, after a probe encode; without `target`, for 2.05 dB above `high`"
        )
        static let onDamage = Key(
            "onDamage", .choice, default: CorruptionPolicy.publish,
            about: "handling of an upload of which a part cannot be decoded")
        static let quality = Key(
            "quality", .choice, default: QualityMeasurement.measured,
            about:
                "XPSNR of every segment in manifest.json, measured on some frames; `none`: not measured"
        )
    }
}
