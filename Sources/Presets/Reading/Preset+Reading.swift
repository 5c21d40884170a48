import MediaUnits

extension Preset {
    enum Keys {
        static let name = Key("name", .name)
        static let description = Key("description", .sentence)
        static let onDamage = Key(
            "onDamage",
            ValueType.words(DamagePolicy.allCases.map(\.rawValue)) { DamagePolicy(rawValue: $0) },
            default: .publish)
    }

    /// The preset in the bytes of a file, which problems name as `file`.
    static func read(_ bytes: [UInt8], file: String) throws(PresetError) -> Preset {
        let diagnosis = Diagnosis(file: file)
        let preset = read(bytes, diagnosis)
        guard let preset, diagnosis.isClean else { throw PresetError(diagnosis.problems) }
        return preset
    }

    private static func read(_ bytes: [UInt8], _ diagnosis: Diagnosis) -> Preset? {
        guard let source = SourceText(bytes, diagnosis) else { return nil }
        let keys = PlainYAML.check(source.text, diagnosis)
        guard diagnosis.isClean,
            let root = YAMLComposer.compose(source.text, keys: keys, diagnosis),
            let fields = Fields(root, path: "", diagnosis)
        else { return nil }
        defer { fields.close() }
        return read(fields)
    }

    private static func read(_ fields: Fields) -> Preset? {
        let name = fields.value(Keys.name)
        let description = fields.value(Keys.description)
        let packaging = fields.section("packaging", default: Packaging(), Packaging.read)
        let video = fields.section("video", default: Video(), Video.read)
        let ladder = readLadder(fields, ceiling: video?.maxFrameRate ?? Video().maxFrameRate)
        let audio = fields.optionalSection("audio", default: Audio(), Audio.read)
        let isPackage = packaging?.container != .mp4
        let thumbnails = fields.optionalSection(
            "thumbnails", default: isPackage ? Thumbnails() : nil, Thumbnails.read)
        let limits = fields.section("limits", default: Limits(), Limits.read)
        let onDamage = fields.value(Keys.onDamage)
        if let packaging, let video { checkSegment(packaging, video, fields) }
        guard let name, let description, let packaging, let video, let ladder, let audio,
            let thumbnails, let limits, let onDamage
        else { return nil }
        let preset = Preset(
            name: name, description: description, packaging: packaging, video: video,
            ladder: ladder, audio: audio, thumbnails: thumbnails, limits: limits,
            onDamage: onDamage)
        preset.checkFile(fields)
        return preset
    }

    private static func readLadder(_ fields: Fields, ceiling: Rational) -> [Rung]? {
        guard let elements = fields.list("ladder") else { return nil }
        let rungs = elements.enumerated().map { index, element -> (Rung, Fields)? in
            let path = "ladder[\(index + 1)]"
            guard let fields = Fields(element, path: path, fields.diagnosis) else { return nil }
            defer { fields.close() }
            return Rung.read(fields, ceiling: ceiling).map { ($0, fields) }
        }
        let (least, most) = (1, 16)
        guard (least...most).contains(elements.count) else {
            fields.diagnosis.report(
                .ladderEmpty, at: fields.location(of: "ladder"),
                "a ladder of \(elements.count) rungs",
                advice: "write \(least) to \(most) rungs, highest first")
            return nil
        }
        checkLadder(rungs.compactMap { $0 })
        guard rungs.allSatisfy({ $0 != nil }) else { return nil }
        return rungs.compactMap { $0?.0 }
    }

    /// Sizes and ceilings fall from rung to rung, names differ.
    private static func checkLadder(_ rungs: [(rung: Rung, fields: Fields)]) {
        var names: Set<String> = []
        for (rung, fields) in rungs where !names.insert(rung.name).inserted {
            fields.diagnosis.report(
                .ladderName, at: fields.location(of: Rung.Keys.name.name),
                "\(fields.path): a rung before it has the name \(quoted(rung.name)) too",
                advice: "give every rung a name of its own")
        }
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
        guard packaging.container == .fmp4, gops.denominator != 1 else { return }
        let whole = video.gop * max(1, gops.rounded)
        fields.diagnosis.report(
            .segmentGOP, at: fields.location(of: "packaging"),
            "packaging.segment (\(TimeText.text(packaging.segment))) is no whole number of GOPs "
                + "(video.gop is \(TimeText.text(video.gop)))",
            advice: "write segment: \(TimeText.text(whole))")
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
