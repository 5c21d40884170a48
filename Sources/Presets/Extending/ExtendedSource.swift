/// Reads a preset file into one element, with what it extends under it.
///
/// Every value keeps the place where it is written, so that problems point there.
struct ExtendedSource {
    /// Files that may stand on one another; more is a puzzle, not a preset.
    static let maximumDepth = 4

    let diagnosis: Diagnosis

    /// `nil` after a problem was reported that leaves nothing to read.
    func element(_ bytes: [UInt8]) -> Element? {
        element(bytes, file: diagnosis.file, below: [], diagnosis)
    }

    /// `file` is its path or the name of a shipped preset; `files` are those that extend it, the
    /// first first; `own` is for what is wrong with its text.
    private func element(
        _ bytes: [UInt8], file: String, below files: [String], _ own: Diagnosis
    ) -> Element? {
        guard let source = SourceText(bytes, own) else { return nil }
        let keys = PlainYAML.check(source.text, own)
        guard own.isClean, let root = YAMLComposer.compose(source.text, keys: keys, own) else {
            return nil
        }
        let key = Preset.Keys.extends
        guard let value = root.value(of: key.name) else { return root }
        guard case .text(let text) = value.content,
            case .success(let reference?) = key.type.parse(text)
        else {
            // Told when the key is read.
            diagnosis.markPartial()
            return root
        }
        let chain = files + [file]
        guard let base = base(reference, at: value.location, below: chain) else {
            diagnosis.markPartial()
            return root.without([key.name])
        }
        var own = [Preset.Keys.name.name, Preset.Keys.description.name, key.name]
        // What is made of pictures goes with them.
        if root.value(of: Preset.Keys.ladder)?.isNone ?? false { own.append("thumbnails") }
        return base.without(own).overlaid(by: root.without([key.name]))
    }

    /// What a file extends; `nil` after a problem was reported.
    private func base(
        _ reference: PresetReference, at location: Location, below files: [String]
    ) -> Element? {
        let place = reference.place(from: location.file)
        func refuse(_ rule: Rule, _ message: String, _ advice: String) -> Element? {
            diagnosis.report(rule, at: location, "extends: \(message)", advice: advice)
            return nil
        }
        guard !files.contains(place) else {
            let name = place.split(separator: "/").last.map(String.init) ?? place
            return refuse(
                .extendsLoop, "\(quoted(name)) extends this preset in turn",
                "let one of them stand on its own")
        }
        guard files.count < Self.maximumDepth else {
            return refuse(
                .extendsDepth, "\(files.count) presets stand on one another already",
                "extend a preset that is nearer to the ground")
        }
        let bytes: [UInt8]
        switch reference {
        case .shipped(let name):
            guard let shipped = ShippedPresets.bytes(of: name) else {
                return refuse(
                    .presetUnknown, "no shipped preset is called \(quoted(name))",
                    ShippedPresets.advice(for: name))
            }
            bytes = shipped
        case .path(let path):
            guard !PresetFile.leadsAway(place, from: location.file) else {
                return refuse(
                    .extendsPath, "\(quoted(path)) is a link that leads out of the preset's folder",
                    "put a copy of the file there")
            }
            do throws(PresetError) {
                bytes = try PresetFile.bytes(at: place)
            } catch {
                let reason = error.problems.first?.message ?? "it cannot be read"
                return refuse(.fileUnreadable, "\(quoted(path)): \(reason)", "check the path")
            }
        }
        let own = Diagnosis(file: place)
        let element = element(bytes, file: place, below: files, own)
        diagnosis.add(own.problems)
        if case .shipped = reference { return element?.brought(by: location) }
        return element
    }
}
