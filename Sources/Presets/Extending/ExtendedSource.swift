internal import MediaUnits

/// Reads a preset file into one element, merged with the presets that it extends.
///
/// Every value retains its location, which problems report.
struct ExtendedSource {
    /// The maximum number of files in a chain of `extends`, chosen because longer chains are hard to understand.
    static let maximumDepth = 4

    let diagnosis: Diagnosis

    /// Returns the merged preset; `nil` after a problem was reported, if there is no text to read.
    func element(_ bytes: [UInt8]) -> Element? {
        element(bytes, file: diagnosis.file, below: [], diagnosis)
    }

    /// Returns the merged preset of one file.
    ///
    /// `file` is the path, or the name of a shipped preset; `files` is the chain of files that extend this one; `own` is the
    /// diagnosis for the text of the file.
    private func element(
        _ bytes: [UInt8], file: String, below files: [String], _ own: Diagnosis
    ) -> Element? {
        guard let source = SourceText(bytes, own) else { return nil }
        guard let root = YAMLComposer.compose(source.text, own) else { return nil }
        let key = Preset.Keys.extends
        guard let value = root.value(of: key.name) else { return root }
        guard case .text(let text) = value.content,
            case .success(let reference?) = key.type.parse(text)
        else {
            // Reading the key reports the problem.
            diagnosis.markPartial()
            return root
        }
        let chain = files + [file]
        guard let base = base(reference, at: value.location, below: chain) else {
            diagnosis.markPartial()
            return root.without([key.name])
        }
        var own = [Preset.Keys.name.name, Preset.Keys.description.name, key.name]
        // Thumbnails need video.
        if root.value(of: Preset.Keys.ladder)?.isNone ?? false { own.append("thumbnails") }
        return base.without(own).overlaid(by: root.without([key.name]))
    }

    /// Returns the preset that a file extends; `nil` after a problem was reported.
    private func base(
        _ reference: PresetReference, at location: Location, below files: [String]
    ) -> Element? {
        let base = reference.resolved(from: location.file)
        func reject(_ rule: Rule, _ message: String, _ advice: String) -> Element? {
            diagnosis.report(rule, at: location, "extends: \(message)", advice: advice)
            return nil
        }
        guard !files.contains(base) else {
            let name = base.split(separator: "/").last.map(String.init) ?? base
            return reject(
                .extendsLoop, "\(quoted(name)) extends this preset, directly or through others",
                "remove `extends` from one of them")
        }
        guard files.count < Self.maximumDepth else {
            return reject(
                .extendsDepth, "a chain of more than \(files.count) presets",
                "extend a preset that is nearer to the start of the chain")
        }
        let bytes: [UInt8]
        switch reference {
        case .shipped(let name):
            guard let shipped = ShippedPresets.bytes(of: name) else {
                return reject(
                    .presetUnknown, "no shipped preset has the name \(quoted(name))",
                    ShippedPresets.advice(for: name))
            }
            bytes = shipped
        case .path(let path):
            guard !PresetFile.isOutsideFolder(base, of: location.file) else {
                return reject(
                    .extendsPath, "\(quoted(path)) is a link to a file outside the preset's folder",
                    "copy the file into the folder")
            }
            do throws(PresetError) {
                bytes = try PresetFile.bytes(at: base)
            } catch {
                let reason = error.problems.first?.message ?? "could not be read"
                return reject(.fileUnreadable, "\(quoted(path)): \(reason)", "check the path")
            }
        }
        let own = Diagnosis(file: base)
        let element = element(bytes, file: base, below: files, own)
        diagnosis.add(own.problems)
        if case .shipped = reference { return element?.extended(at: location) }
        return element
    }
}
