extension Preset {
    /// The JSON Schema of a preset file (draft 2020-12), for editors.
    ///
    /// The schema allows text, as presets are read, and numbers and booleans, which YAML gives editors for unquoted scalars.
    public static var schema: String { PresetSchema.root.text }
}

/// Makes a JSON Schema of the language's records.
enum PresetSchema {
    /// The address of the dialect (JSON Schema, draft 2020-12).
    static let address = "https://json-schema.org/draft/2020-12/schema"

    static var root: JSONNode {
        let outline = Preset.outline
        var schema = object(
            outline, required: [Preset.Keys.name.name, Preset.Keys.description.name])
        schema["$schema"] = .text(address)
        schema["title"] = "vtranscode preset"
        schema["description"] =
            "What vtranscode run makes of an upload; docs/presets.md explains every key."
        // An extended preset may have the rest.
        schema["if"] = ["required": [.text(Preset.Keys.extends.name)]]
        schema["then"] = items(requiring: [Rung.Keys.name.name])
        schema["else"] = .object(requirements(outline))
        return .object(schema)
    }

    private static func items(requiring names: [String]) -> JSONNode {
        let items: JSONNode = ["items": ["required": .list(names.map(JSONNode.text))]]
        return ["properties": .object([Preset.Keys.ladder: items])]
    }

    private static func object(_ records: [FieldRecord], required: [String] = []) -> [String:
        JSONNode]
    {
        var schema: [String: JSONNode] = [
            "type": "object", "additionalProperties": false,
            "properties": .object(
                Dictionary(uniqueKeysWithValues: records.map { ($0.key, property($0)) })),
        ]
        if !required.isEmpty { schema["required"] = .list(required.map(JSONNode.text)) }
        return schema
    }

    private static func property(_ record: FieldRecord) -> JSONNode {
        var schema: [String: JSONNode]
        var sentences = [record.about]
        switch record.kind {
        case .value(let form, let fallback, let isRequired, _):
            schema = form.schema
            sentences.append(form.text)
            if let fallback {
                sentences.append("default: \(fallback)")
            } else if !isRequired {
                sentences.append("default: none")
            }
        case .mapping(let records, let allowsNone, _):
            let short = records.first { $0.key == record.shorthand }.map(property)
            let none: JSONNode? = allowsNone ? ["const": "none"] : nil
            schema = Self.schema(object(records), or: [short, none])
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

    /// The required keys of a mapping and of the mappings inside.
    private static func requirements(_ records: [FieldRecord]) -> [String: JSONNode] {
        var required: [JSONNode] = []
        var properties: [String: JSONNode] = [:]
        for record in records {
            switch record.kind {
            case .value(_, _, let isRequired, _):
                if isRequired { required.append(.text(record.key)) }
            case .mapping(let records, _, _):
                let inner = requirements(records)
                if !inner.isEmpty { properties[record.key] = .object(inner) }
            case .list(let items, _, let isNone):
                if !isNone { required.append(.text(record.key)) }
                properties[record.key] = ["items": .object(requirements(items.first ?? []))]
            case .texts: break
            }
        }
        var schema: [String: JSONNode] = [:]
        if !required.isEmpty { schema["required"] = .list(required) }
        if !properties.isEmpty { schema["properties"] = .object(properties) }
        return schema
    }
}
