@testable import Presets

/// The tables of docs/presets.md, from the records of the language.
enum LanguageTables {
    static var text: String {
        section(of: "", about: "Top level", records: Preset.outline)
    }

    private static func section(of path: String, about: String, records: [FieldRecord]) -> String {
        let title = path.isEmpty ? about : "`\(path)`: \(about)"
        let rows = records.map {
            "| `\($0.key)` | \($0.about) | \(value($0)) | \(defaultValue($0)) |\n"
        }
        let table = "| Key | Meaning | Value | Default |\n|---|---|---|---|\n" + rows.joined()
        let inner = records.compactMap { record -> String? in
            let inside = path.isEmpty ? record.key : "\(path).\(record.key)"
            return switch record.kind {
            case .mapping(let records, _, _):
                section(of: inside, about: record.about, records: records)
            case .list(let items, _, _):
                section(of: inside + "[]", about: record.about, records: items.first ?? [])
            case .value, .texts: nil
            }
        }
        return "\n\(title)\n\n\(table)\(inner.joined())"
    }

    private static func value(_ record: FieldRecord) -> String {
        switch record.kind {
        case .value(let form, _, _, _): form.text
        case .mapping: "mapping"
        case .list: "list"
        case .texts: "mapping of text"
        }
    }

    private static func defaultValue(_ record: FieldRecord) -> String {
        switch record.kind {
        case .value(_, _, isRequired: true, _): "required"
        case .value(_, let text?, _, _): text.contains(" ") ? text : "`\(text)`"
        case .value: "none"
        case .mapping(_, _, let isNone): isNone ? "`none`" : "see below"
        case .list(_, _, let isNone): isNone ? "`none`" : "required"
        case .texts: "none"
        }
    }
}
