import MediaUnits

extension Limits {
    enum Keys {
        /// H.264 itself ends at 139,264 macroblocks of 256 pixels (level 6.2); half as much again
        /// for other codecs.
        static let maxPixels = Key(
            "maxPixels", .area(in: 64 * 64...8192 * 8192), default: Limits.defaultPixels,
            meaning: "8192x4320", about: "of a picture of the upload: a size, or the product")
        static let maxDuration = Key<Rational?>(
            "maxDuration", ValueType.time(in: Rational(1)...Rational(7 * 86400)).orNone,
            default: .some(Limits.defaultDuration), about: "how long an upload may be")
    }

    static func read(_ fields: Fields) -> Limits? {
        let maxPixels = fields.value(Keys.maxPixels)
        let maxDuration = fields.value(Keys.maxDuration)
        guard let maxPixels, let maxDuration else { return nil }
        return Limits(maxPixels: maxPixels, maxDuration: maxDuration)
    }
}
