internal import JobModel
internal import Presets
internal import Synchronization

/// The shipped presets that submissions have named, each parsed once: parsing takes longer than the rest of a submission.
final class ParsedPresets: Sendable {
    private let parsed = Mutex<[String: (PresetText, Preset)]>([:])

    /// Returns a preset by its name.
    ///
    /// - Throws: `SubmissionError` if there is none.
    func preset(_ name: String) throws -> (text: PresetText, parsed: Preset) {
        if let known = parsed.withLock({ $0[name] }) { return known }
        do throws(PresetError) {
            let text = try PresetText(name)
            let preset = (text, try Preset.parse(text.yaml, named: text.name))
            if Preset.shipped.contains(name) { parsed.withLock { $0[name] = preset } }
            return preset
        } catch {
            throw SubmissionError(
                .badPreset, message: error.description, advice: "name a shipped preset",
                cause: error)
        }
    }
}
