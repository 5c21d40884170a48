extension Preset {
    /// The JSON Schema of a preset file, from what the reader asks a file for.
    ///
    /// It describes text, as presets are read, and what YAML makes of numbers and truth values, as
    /// editors see them.
    public static var schema: String { PresetSchema.root.text }
}

/// Makes a JSON Schema of a reader's outline.
enum PresetSchema {
    /// Where the file of that schema is kept.
    static let address = "https://json-schema.org/draft/2020-12/schema"

    static var root: JSONNode {
        let outline = Preset.outline
        var schema = object(
            outline, required: [Preset.Keys.name.name, Preset.Keys.description.name])
        schema["$schema"] = .text(address)
        schema["title"] = "vtranscode preset"
        schema["description"] =
            "What vtranscode run makes of an upload; docs/presets.md explains every key."
        // What is extended may bring the rest.
        schema["if"] = ["required": [.text(Preset.Keys.extends.name)]]
        schema["then"] = items(requiring: [Rung.Keys.name.name])
        schema["else"] = .object(requirements(outline))
        return .object(schema)
    }

    private static func items(requiring names: [String]) -> JSONNode {
        let items: JSONNode = ["items": ["required": .list(names.map(JSONNode.text))]]
        return ["properties": .object([Preset.Keys.ladder: items])]
    }

    private static func object(_ notes: [Note], required: [String] = []) -> [String: JSONNode] {
        var schema: [String: JSONNode] = [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                Dictionary(uniqueKeysWithValues: notes.map { ($0.key, property($0)) })),
        ]
        if !required.isEmpty { schema["required"] = .list(required.map(JSONNode.text)) }
        return schema
    }

    private static func property(_ note: Note) -> JSONNode {
        var schema: [String: JSONNode]
        var sentences = [note.about]
        switch note.kind {
        case .value(let form, let fallback, let isRequired, _):
            schema = form.schema
            sentences.append(form.text)
            if let fallback {
                sentences.append("by default \(fallback)")
            } else if !isRequired {
                sentences.append("by default nothing")
            }
        case .map(let notes, let allowsNone, _):
            let short = notes.first { $0.key == note.shorthand }.map(property)
            let none: JSONNode? = allowsNone ? ["const": "none"] : nil
            schema = Self.schema(object(notes), or: [short, none])
        case .list(let items, let allowsNone, _):
            let list: [String: JSONNode] = [
                "type": "array", "minItems": 1, "items": .object(object(items.first ?? [])),
            ]
            schema = Self.schema(list, or: [allowsNone ? ["const": "none"] : nil])
        case .texts(let keys, let values, _):
            schema = [
                "type": "object", "propertyNames": .object(keys.schema),
                "additionalProperties": .object(values.schema),
            ]
        }
        schema["description"] = .text(sentences.joined(separator: "; "))
        return .object(schema)
    }

    private static func schema(
        _ schema: [String: JSONNode], or others: [JSONNode?]
    ) -> [String: JSONNode] {
        let others = others.compactMap(\.self)
        return others.isEmpty ? schema : ["anyOf": .list([.object(schema)] + others)]
    }

    /// The keys that must be there, of a map and of those inside of it.
    private static func requirements(_ notes: [Note]) -> [String: JSONNode] {
        var required: [JSONNode] = []
        var properties: [String: JSONNode] = [:]
        for note in notes {
            switch note.kind {
            case .value(_, _, let isRequired, _):
                if isRequired { required.append(.text(note.key)) }
            case .map(let notes, _, _):
                let inner = requirements(notes)
                if !inner.isEmpty { properties[note.key] = .object(inner) }
            case .list(let items, _, _):
                required.append(.text(note.key))
                properties[note.key] = ["items": .object(requirements(items.first ?? []))]
            case .texts: break
            }
        }
        var schema: [String: JSONNode] = [:]
        if !required.isEmpty { schema["required"] = .list(required) }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        return schema
    }
}
