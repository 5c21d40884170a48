import MediaUnits

extension Preset {
    enum Keys {
        static let name = Key("name", .name, about: "what manifests call the preset")
        static let description = Key("description", .sentence, about: "one sentence for people")
        static let extends = Key(
            "extends", PresetReference.type, default: .some(nil),
            about: "the preset that this one is laid over")
        static let ladder = "ladder"
        static let onDamage = Key(
            "onDamage", .choice, default: DamagePolicy.publish,
            about: "what becomes of an upload of which parts cannot be decoded")
    }

    /// The preset in the bytes of a file, which problems name as `file`; `formats` take the place of its own.
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
        return PresetReview(of: preset, fields.notes, diagnosis)
    }

    /// All that a preset can say.
    static var outline: [Note] { Fields.outline { _ = read($0) } }

    private static func read(_ fields: Fields) -> Preset? {
        let name = fields.value(Keys.name)
        let description = fields.value(Keys.description)
        _ = fields.value(Keys.extends)
        let packaging = fields.section(
            "packaging", about: "what kind of files a run publishes", default: Packaging(),
            Packaging.read)
        let video = fields.section(
            "video", about: "what all rungs have in common", default: Video(), Video.read)
        let ladder = readLadder(fields, of: video ?? Video())
        let audio = fields.optionalSection(
            "audio", about: "how sound is coded; `none`: no sound", default: Audio(), Audio.read)
        let captions = fields.optionalSection(
            "captions", about: "text beside the pictures; `none`: none, whatever the upload has",
            default: Captions(), Captions.read)
        let isPackage = packaging?.container != .mp4 && ladder != []
        let thumbnails = fields.optionalSection(
            "thumbnails",
            about: "still pictures; `none`: none, as with `container: mp4` by default",
            default: isPackage ? Thumbnails() : nil, Thumbnails.read)
        let limits = fields.section(
            "limits", about: "what uploads are refused for", default: Limits(), Limits.read)
        let onDamage = fields.value(Keys.onDamage)
        let expect = fields.optionalSection(
            "expect",
            about: "what `presets test` holds packages to; it changes nothing that is made",
            default: nil, Expectations.read)
        if let packaging, let video { checkSegment(packaging, video, fields) }
        guard let name, let description, let packaging, let video, let ladder, let audio,
            let captions, let thumbnails, let limits, let onDamage, let expect
        else { return nil }
        let preset = Preset(
            name: name, description: description, packaging: packaging, video: video,
            ladder: ladder, audio: audio, captions: captions, thumbnails: thumbnails,
            limits: limits,
            onDamage: onDamage, expect: expect)
        preset.checkFile(fields)
        preset.checkTransport(fields)
        preset.checkSoundAlone(fields)
        return preset
    }

    private static func readLadder(_ fields: Fields, of video: Video) -> [Rung]? {
        let about =
            "1 to 16 rungs, highest first: `size` and `maxrate` fall from each to the next of its codec; "
            + "`none`: sound alone"
        let read = fields.list(Keys.ladder, about: about, allowsNone: true) { fields in
            Rung.read(fields, of: video).map { (rung: $0, fields: fields) }
        }
        guard let read else { return nil }
        if fields.isNone(Keys.ladder) { return [] }
        let (least, most) = (1, 16)
        guard (least...most).contains(read.count) else {
            fields.diagnosis.report(
                .ladderEmpty, at: fields.location(of: Keys.ladder),
                "a ladder of \(read.count) rungs",
                advice: "write \(least) to \(most) rungs, highest first")
            return nil
        }
        let rungs = read.compactMap { $0 }
        checkNames(rungs)
        // Rungs of another codec are a ladder of their own.
        for codec in VideoCodec.allCases { checkOrder(rungs.filter { $0.rung.codec == codec }) }
        return rungs.count == read.count ? rungs.map(\.rung) : nil
    }

    private static func checkNames(_ rungs: [(rung: Rung, fields: Fields)]) {
        var names: Set<String> = []
        for (rung, fields) in rungs where !names.insert(rung.name).inserted {
            fields.diagnosis.report(
                .ladderName, at: fields.location(of: Rung.Keys.name.name),
                "\(fields.path): a rung before it has the name \(quoted(rung.name)) too",
                advice: "give every rung a name of its own")
        }
    }

    /// Sizes and ceilings fall from rung to rung.
    private static func checkOrder(_ rungs: [(rung: Rung, fields: Fields)]) {
        for (higher, (rung, fields)) in zip(rungs.map(\.rung), rungs.dropFirst()) {
            guard rung.size >= higher.size || rung.maxrate >= higher.maxrate else { continue }
            fields.diagnosis.report(
                .ladderOrder, at: fields.location,
                "\(fields.path): \(rung.size) at \(rung.maxrate) is not below the rung before it "
                    + "(\(higher.size) at \(higher.maxrate))",
                advice: "order rungs from the highest down, in size and in maxrate")
        }
    }

    private static func checkSegment(_ packaging: Packaging, _ video: Video, _ fields: Fields) {
        let gops = packaging.segment / video.gop
        guard packaging.container != .mp4, gops.denominator != 1 else { return }
        let whole = video.gop * max(1, gops.rounded)
        fields.diagnosis.report(
            .segmentGOP, at: fields.location(of: "packaging"),
            "packaging.segment (\(TimeText.text(packaging.segment))) is no whole number of GOPs "
                + "(video.gop is \(TimeText.text(video.gop)))",
            advice: "write segment: \(TimeText.text(whole))")
    }

    /// ADTS headers number layouts of channels; of those, encoder and players agree on these.
    private func checkTransport(_ fields: Fields) {
        guard packaging.container == .ts else { return }
        if ladder.contains(where: { $0.codec == .hevc }) {
            fields.diagnosis.report(
                .containerCodec, at: fields.location(of: "ladder"),
                "players know HEVC in fragmented MP4 only, not in container ts",
                advice: "write codec: h264, or container: fmp4")
        }
        guard let audio, ![1, 2, 6].contains(audio.channels) else { return }
        fields.diagnosis.report(
            .containerSound, at: fields.location(of: "audio"),
            "container ts has no place for \(audio.channels) channels of AAC",
            advice: "write channels: 1, 2 or 6, or container: fmp4")
    }

    private func checkSoundAlone(_ fields: Fields) {
        guard ladder.isEmpty else { return }
        if audio == nil {
            fields.diagnosis.report(
                .ladderEmpty, at: fields.location(of: "ladder"),
                "neither pictures nor sound are left", advice: "write a ladder, or leave out audio")
        }
        if thumbnails != nil {
            fields.diagnosis.report(
                .containerFile, at: fields.location(of: "thumbnails"),
                "thumbnails are made of pictures, which ladder: none leaves out",
                advice: "write thumbnails: none, or leave it out")
        }
    }

    private func checkFile(_ fields: Fields) {
        guard packaging.container == .mp4 else { return }
        func report(_ key: String, _ message: String, _ advice: String) {
            fields.diagnosis.report(
                .containerFile, at: fields.location(of: key), message, advice: advice)
        }
        if ladder.count > 1 {
            report("ladder", "container mp4 holds one rung", "keep one, or write container: fmp4")
        }
        if thumbnails != nil {
            report("thumbnails", "container mp4 has no thumbnails", "write thumbnails: none")
        }
        if packaging.download {
            report("packaging", "container mp4 is its own download", "write download: false")
        }
    }
}
