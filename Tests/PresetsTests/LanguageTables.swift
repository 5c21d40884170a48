@testable import Presets

/// The tables of docs/presets.md, from what the reader asks a preset for.
enum LanguageTables {
    static var text: String {
        section(of: "", about: "The preset itself", notes: Preset.outline)
    }

    private static func section(of path: String, about: String, notes: [Note]) -> String {
        let title = path.isEmpty ? about : "`\(path)`: \(about)"
        let rows = notes.map { "| `\($0.key)` | \(value($0)) | \(fallback($0)) |\n" }
        let table = "| Key | Value | Default |\n|---|---|---|\n" + rows.joined()
        let inner = notes.compactMap { note -> String? in
            let inside = path.isEmpty ? note.key : "\(path).\(note.key)"
            return switch note.kind {
            case .map(let notes, _, _): section(of: inside, about: note.about, notes: notes)
            case .list(let items, _, _):
                section(of: inside + "[]", about: note.about, notes: items.first ?? [])
            case .value, .texts: nil
            }
        }
        return "\n\(title)\n\n\(table)\(inner.joined())"
    }

    private static func value(_ note: Note) -> String {
        guard case .value(let form, _, _, _) = note.kind else { return note.about }
        return "\(note.about); \(form.text)"
    }

    private static func fallback(_ note: Note) -> String {
        switch note.kind {
        case .value(_, _, isRequired: true, _): "must be there"
        case .value(_, let text?, _, _): text.contains(" ") ? text : "`\(text)`"
        case .value: "nothing"
        case .map(_, _, let isNone): isNone ? "`none`" : "its defaults"
        case .list: "must be there"
        case .texts: "nothing"
        }
    }
}
