@testable import Presets

/// The tables of docs/presets.md, from what the reader asks a preset for.
enum LanguageTables {
    static var text: String {
        section(of: "", about: "Top level", notes: Preset.outline)
    }

    private static func section(of path: String, about: String, notes: [Note]) -> String {
        let title = path.isEmpty ? about : "`\(path)`: \(about)"
        let rows = notes.map {
            "| `\($0.key)` | \($0.about) | \(value($0)) | \(defaultValue($0)) |\n"
        }
        let table = "| Key | Meaning | Value | Default |\n|---|---|---|---|\n" + rows.joined()
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
        switch note.kind {
        case .value(let form, _, _, _): form.text
        case .map: "map"
        case .list: "list"
        case .texts: "map of text"
        }
    }

    private static func defaultValue(_ note: Note) -> String {
        switch note.kind {
        case .value(_, _, isRequired: true, _): "required"
        case .value(_, let text?, _, _): text.contains(" ") ? text : "`\(text)`"
        case .value: "none"
        case .map(_, _, let isNone): isNone ? "`none`" : "see below"
        case .list: "required"
        case .texts: "none"
        }
    }
}
