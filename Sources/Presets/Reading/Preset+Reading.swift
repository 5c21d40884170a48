import MediaUnits

extension Preset {
    /// Reads a preset from the bytes of a file, which problems name as `file`; `formats` replace its own.
    static func read(
        _ bytes: [UInt8], file: String, formats: FormatSet? = nil
    ) -> PresetReview {
        let diagnosis = Diagnosis(file: file)
        let written = ExtendedSource(diagnosis: diagnosis).element(bytes)
        guard let root = formats.map({ written?.with($0) }) ?? written,
            let fields = Fields(root, path: "", diagnosis)
        else { return PresetReview(of: nil, [], diagnosis) }
        let preset = read(fields)
        fields.close()
        diagnosis.report(PartialPreset(preset, unknown: diagnosis.unknown).problems)
        return PresetReview(of: preset, fields.records, diagnosis)
    }

    /// Every key of the language.
    static var outline: [FieldRecord] { Fields.outline { _ = read($0) } }

    private static func read(_ fields: Fields) -> Preset {
        let name = fields.value(Keys.name)
        let description = fields.value(Keys.description)
        _ = fields.value(Keys.extends)
        let packaging = fields.section(
            "packaging", about: "kind of files that are published", default: Packaging(),
            Packaging.read)
        let video = fields.section(
            "video", about: "settings of all rungs", default: Video(), Video.read)
        let ladder = readLadder(fields, of: video)
        let target = fields.value(Keys.target)
        let isAdaptive = fields.value(Keys.adaptive)
        let audio = fields.optionalSection(
            "audio", about: "encoding of audio; `none`: no audio", default: Audio(),
            read: Audio.read)
        let captions = fields.optionalSection(
            "captions", about: "caption renditions; `none`: no captions",
            default: Captions(), read: Captions.read)
        let hasVideo = packaging.container != .mp4 && !fields.isNone(Keys.ladder)
        let thumbnails = fields.optionalSection(
            "thumbnails",
            about: "poster and storyboard; `none`: neither, the default with `container: mp4`",
            default: hasVideo ? Thumbnails() : nil,
            defaultFrom: "packaging.container", Keys.ladder, read: Thumbnails.read)
        let limits = fields.section(
            "limits", about: "limits beyond which uploads are rejected", default: Limits(),
            Limits.read)
        let onDamage = fields.value(Keys.onDamage)
        let quality = fields.value(Keys.quality)
        let cuePoints = fields.optionalList(
            Keys.cuePoints,
            about: "times at which something else may be inserted, of every upload",
            standIn: CuePoint(.start), CuePoint.read)
        let expect = fields.optionalSection(
            "expect",
            about: "limits that `presets test` checks packages against; without effect on packages",
            default: nil, read: Expectations.read)
        return Preset(
            name: name, description: description, packaging: packaging, video: video,
            ladder: ladder, target: target, isAdaptive: isAdaptive, audio: audio,
            captions: captions, thumbnails: thumbnails, limits: limits, onDamage: onDamage,
            quality: quality, cuePoints: cuePoints, expect: expect)
    }

    private static func readLadder(_ fields: Fields, of video: Video) -> [Rung] {
        let about =
            "1 to 16 rungs, highest first: `size` and `maxrate` fall from each to the next of its codec; "
            + "`none`: audio alone"
        let rungs = fields.list(Keys.ladder, about: about, allowsNone: true, standIn: .standIn) {
            Rung.read($0, of: video)
        }
        let (least, most) = (1, 16)
        if rungs.count > most || rungs.isEmpty && fields.isList(Keys.ladder) {
            fields.diagnosis.report(
                .ladderEmpty, at: fields.diagnosis.locations.location(of: Keys.ladder),
                "the ladder has \(rungs.count) rungs",
                advice: "write \(least) to \(most) rungs, highest first")
            // An empty list is not `none`.
            if rungs.isEmpty { fields.diagnosis.markUnknown(Keys.ladder) }
        }
        return rungs
    }
}
