internal import MediaUnits

/// The fields of one mapping while they are read by key; `close` reports keys that were not read as unknown.
///
/// Every read is recorded. An outline is an empty mapping whose sections are all visited: its records are the whole language.
final class Fields {
    let diagnosis: Diagnosis
    /// The path of the mapping in the preset, "video.encoder"; empty for the preset itself.
    let path: String
    let location: Location
    private let isOutline: Bool
    private let entries: [Element.Entry]
    private(set) var records: [FieldRecord] = []
    /// The record of a mapping with keys that the language does not define.
    private var texts: FieldRecord.Kind?
    private var missing: [String] = []

    private init(
        _ entries: [Element.Entry], at location: Location, path: String, isOutline: Bool,
        _ diagnosis: Diagnosis
    ) {
        self.entries = entries
        self.location = location
        self.path = path
        self.isOutline = isOutline
        self.diagnosis = diagnosis
        var keys: Set<String> = []
        for entry in entries {
            let path = self.path(to: entry.key)
            // Either of two values could be meant.
            guard keys.insert(entry.key).inserted else {
                diagnosis.markUnknown(path)
                continue
            }
            diagnosis.record(entry.value.location, of: path)
        }
    }

    /// Fails after it reported that the element is not a mapping, with a remedy.
    convenience init?(
        _ element: Element, path: String, _ diagnosis: Diagnosis,
        advice: @autoclosure () -> String = "write key: value on each line"
    ) {
        guard case .mapping(let entries) = element.content else {
            let subject = path.isEmpty ? "the file" : path
            diagnosis.report(
                .valueType, at: element.location, "\(subject) is \(element.kind), not a mapping",
                advice: advice())
            return nil
        }
        diagnosis.record(element.location, of: path)
        self.init(entries, at: element.location, path: path, isOutline: false, diagnosis)
    }

    /// Returns the records of everything that a function reads from a mapping.
    static func outline(_ read: (Fields) -> Void) -> [FieldRecord] {
        let diagnosis = Diagnosis(file: "")
        let fields = Fields([], at: .whole(""), path: "", isOutline: true, diagnosis)
        read(fields)
        return fields.records
    }

    /// Returns the value of a key, or its default, which may follow from the values at other paths; a stand-in after a
    /// problem was reported.
    func value<Value>(_ key: Key<Value>, defaultFrom sources: String...) -> Value {
        let value = read(key, sources)
        records.append(key.record(value))
        return value ?? key.standIn
    }

    private func read<Value>(_ key: Key<Value>, _ sources: [String]) -> Value? {
        guard let element = element(key.name) else {
            if key.fallback == nil { missing.append(key.name) }
            markOmitted(key.name, isRequired: key.fallback == nil, defaultFrom: sources)
            return key.fallback
        }
        let value = value(of: key, in: element)
        if value == nil { diagnosis.markUnknown(path(to: key.name)) }
        return value
    }

    /// Marks an omitted value as unknown if its default may not be meant: the key may be misspelled, or be in a file that
    /// could not be read.
    private func markOmitted(
        _ name: String, isRequired: Bool = false, defaultFrom sources: [String]
    ) {
        let isMisspelled = entries.contains { Suggestion.nearest(to: $0.key, among: [name]) != nil }
        guard
            isRequired || isMisspelled || diagnosis.isPartial
                || sources.contains(where: diagnosis.unknown.contains)
        else { return }
        diagnosis.markUnknown(path(to: name))
    }

    private func value<Value>(of key: Key<Value>, in element: Element) -> Value? {
        guard case .text(let text) = element.content else {
            diagnosis.report(
                .valueType, at: element.location,
                "\(path(to: key.name)) is \(element.kind), not a single value",
                advice: "write \(key.name): value")
            return nil
        }
        switch key.type.parse(text) {
        case .success(let value): return value
        case .failure(let problem):
            let subject = text.isEmpty ? "an empty value" : quoted(text)
            diagnosis.report(
                problem.rule, at: element.location,
                "\(path(to: key.name)): \(subject) \(problem.message)", advice: problem.advice)
            return nil
        }
    }

    /// Records the value of an omitted key that follows from other values.
    func fill<Value>(_ key: Key<Value>, with value: Value) {
        guard let index = records.firstIndex(where: { $0.key == key.name }) else { return }
        records[index] = key.record(value)
    }

    /// Returns what `read` reads from the mapping at a key; `fallback` for an omitted key, and after a problem with the
    /// mapping itself was reported.
    ///
    /// With a shorthand, a single value means a mapping with that key alone.
    func section<Value>(
        _ name: String, about: String = "", shorthand: String? = nil, default fallback: Value,
        _ read: (Fields) -> Value
    ) -> Value {
        if element(name) == nil { markOmitted(name, defaultFrom: []) }
        return section(
            name, about: about, allowsNone: false, shorthand: shorthand, default: fallback, read)
    }

    /// Does the same as `section`, and reads the word `none` as no value; the default may follow from the values at other
    /// paths.
    func optionalSection<Value>(
        _ name: String, about: String = "", default fallback: Value?,
        defaultFrom sources: String..., read: (Fields) -> Value
    ) -> Value? {
        if element(name) == nil { markOmitted(name, defaultFrom: sources) }
        if isNone(name) || element(name) == nil && fallback == nil && !isOutline {
            records.append(
                FieldRecord(
                    key: name, about: about, kind: .mapping([], allowsNone: true, isNone: true)))
            return nil
        }
        let index = records.count
        let value = section(
            name, about: about, allowsNone: true, shorthand: nil, default: fallback
        ) {
            Optional.some(read($0))
        }
        // The keys belong to the language, although a preset without the section has none of them.
        if isOutline, fallback == nil, case .mapping(let keys, _, _) = records[index].kind {
            records[index].kind = .mapping(keys, allowsNone: true, isNone: true)
        }
        return value
    }

    private func section<Value>(
        _ name: String, about: String, allowsNone: Bool, shorthand: String?,
        default fallback: Value, _ read: (Fields) -> Value
    ) -> Value {
        let index = records.count
        records.append(
            FieldRecord(
                key: name, about: about, shorthand: shorthand,
                kind: .mapping([], allowsNone: allowsNone, isNone: false)))
        guard let element = element(name)?.asMapping(of: shorthand) else {
            // Reading records the defaults.
            let fields = Fields(
                [], at: location, path: path(to: name), isOutline: isOutline, diagnosis)
            _ = read(fields)
            records[index].kind = fields.kind(allowsNone: allowsNone)
            return fallback
        }
        guard
            let fields = Fields(
                element, path: path(to: name), diagnosis,
                advice: MappingKeys(of: read).advice(for: name, allowsNone: allowsNone))
        else {
            diagnosis.markUnknown(path(to: name))
            return fallback
        }
        let value = read(fields)
        fields.close()
        records[index].kind = fields.kind(allowsNone: allowsNone)
        return value
    }

    private func kind(allowsNone: Bool) -> FieldRecord.Kind {
        texts ?? .mapping(records, allowsNone: allowsNone, isNone: false)
    }

    /// Returns what `read` reads from each mapping of the list at a required key.
    ///
    /// The list is empty for the word `none`, where that is allowed, and after a problem with the list itself was reported.
    /// `standIn` replaces an item that is not a mapping.
    func list<Value>(
        _ name: String, about: String = "", allowsNone: Bool = false, standIn: Value,
        _ read: (Fields) -> Value
    ) -> [Value] {
        let index = records.count
        func record(_ items: [[FieldRecord]], isNone: Bool = false) -> FieldRecord {
            FieldRecord(
                key: name, about: about,
                kind: .list(items, allowsNone: allowsNone, isNone: isNone))
        }
        records.append(record([]))
        if allowsNone, isNone(name) {
            records[index] = record([], isNone: true)
            return []
        }
        if isOutline {
            let path = "\(path(to: name))[1]"
            let fields = Fields([], at: location, path: path, isOutline: true, diagnosis)
            _ = read(fields)
            records[index] = record([fields.records])
        }
        guard let element = element(name) else {
            missing.append(name)
            diagnosis.markUnknown(path(to: name))
            return []
        }
        // The items of the file that this one extends are unknown.
        if diagnosis.isPartial { diagnosis.markUnknown(path(to: name)) }
        guard case .list(let elements) = element.content else {
            diagnosis.markUnknown(path(to: name))
            diagnosis.report(
                .valueType, at: element.location,
                "\(path(to: name)) is \(element.kind), not a list",
                advice: "begin each item with a dash, on its own line")
            return []
        }
        var recordsOfItems: [[FieldRecord]] = []
        let values = elements.enumerated().map { number, element -> Value in
            let path = "\(path(to: name))[\(number + 1)]"
            guard
                let fields = Fields(
                    element, path: path, diagnosis, advice: MappingKeys(of: read).adviceForItem)
            else {
                diagnosis.markUnknown(path)
                return standIn
            }
            let value = read(fields)
            fields.close()
            recordsOfItems.append(fields.records)
            return value
        }
        records[index] = record(recordsOfItems)
        return values
    }

    /// Does the same as `list` for a key that may be omitted: then the list is empty, as for the word `none`.
    func optionalList<Value>(
        _ name: String, about: String, standIn: Value, _ read: (Fields) -> Value
    ) -> [Value] {
        if element(name) == nil { markOmitted(name, defaultFrom: []) }
        let index = records.count
        guard isOutline || element(name) != nil else {
            records.append(
                FieldRecord(
                    key: name, about: about, kind: .list([], allowsNone: true, isNone: true)))
            return []
        }
        let values = list(name, about: about, allowsNone: true, standIn: standIn, read)
        // `none` is the default in the language.
        if isOutline, case .list(let items, _, _) = records[index].kind {
            records[index].kind = .list(items, allowsNone: true, isNone: true)
        }
        return values
    }

    /// Returns all fields as text, for a mapping with keys that the language does not define.
    func texts(
        keys: ValueForm, values: ValueForm
    ) -> [(key: String, location: Location, text: String)] {
        let read = entries.compactMap { entry -> (key: String, location: Location, text: String)? in
            guard case .text(let text) = entry.value.content, !text.isEmpty else {
                diagnosis.report(
                    .valueType, at: entry.value.location,
                    "\(path(to: entry.key)) is \(entry.value.kind), not a single value",
                    advice: "write \(entry.key): value")
                return nil
            }
            return (entry.key, entry.keyLocation, text)
        }
        texts = .texts(keys, values, read.map { ($0.key, $0.text) })
        return read
    }

    /// Reports unknown and missing keys; called last.
    func close() {
        guard texts == nil else { return }
        let known = records.map(\.key)
        var misspelled: Set<String> = []
        for entry in entries where !known.contains(entry.key) {
            let nearest = Suggestion.nearest(to: entry.key, among: known)
            if let nearest { misspelled.insert(nearest) }
            diagnosis.report(
                .keyUnknown, at: entry.keyLocation,
                "\(path.isEmpty ? "a preset" : path) has no key \(quoted(entry.key))",
                advice: nearest.map { "did you mean \($0)?" }
                    ?? MappingKeys(records).text)
        }
        guard !diagnosis.isPartial else { return }
        for name in missing where !misspelled.contains(name) {
            diagnosis.report(
                .keyMissing, at: location, "\(path.isEmpty ? "the preset" : path) has no \(name)",
                advice: "add \(name)")
        }
    }

    /// Whether the value of a key is the word `none`.
    func isNone(_ name: String) -> Bool {
        if case .text("none") = element(name)?.content { true } else { false }
    }

    /// Whether the value of a key is a list.
    func isList(_ name: String) -> Bool {
        if case .list = element(name)?.content { true } else { false }
    }

    /// Suppresses reports of missing keys, except for one.
    func ignoreMissing(except needed: String) { missing.removeAll { $0 != needed } }

    /// Whether the value of a key is unknown, and its stand-in was read.
    func isUnknown(_ name: String) -> Bool { diagnosis.unknown.contains(path(to: name)) }

    func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private func element(_ name: String) -> Element? { entries.first { $0.key == name }?.value }
}

extension Element {
    /// Returns the mapping that a single value is short for.
    fileprivate func asMapping(of key: String?) -> Element {
        guard let key, case .text = content else { return self }
        let entry = Entry(key: key, keyLocation: location, value: self)
        return Element(content: .mapping([entry]), location: location)
    }
}
