import MediaUnits

extension Packaging {
    enum Keys {
        static let container = Key("container", .choice, default: Container.fmp4)
        static let segment = Key(
            "segment", .time(in: Rational(1)...Rational(30)), default: Packaging().segment)
        static let download = Key("download", .truth, default: false)
    }

    static func read(_ fields: Fields) -> Packaging? {
        let container = fields.value(Keys.container)
        let segment = fields.value(Keys.segment)
        let download = fields.value(Keys.download)
        guard let container, let segment, let download else { return nil }
        return Packaging(container: container, segment: segment, download: download)
    }
}
