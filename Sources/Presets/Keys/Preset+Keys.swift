import MediaUnits

extension Preset {
    enum Keys {
        static let name = Key(
            required: "name", .name, standIn: "", about: "what manifests call the preset")
        static let description = Key(
            required: "description", .sentence, standIn: "", about: "one sentence for people")
        static let extends = Key(
            "extends", PresetReference.type, default: nil,
            about: "the preset that this one is laid over")
        static let ladder = "ladder"
        static let onDamage = Key(
            "onDamage", .choice, default: DamagePolicy.publish,
            about: "what becomes of an upload of which parts cannot be decoded")
    }
}
