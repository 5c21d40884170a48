/// The fields of one map while they are read: each is asked for by its key, and what nobody asked
/// for is unknown.
///
/// What was asked for is noted. An outline is a map that holds nothing and whose every section is
/// visited: its notes are all that a reader knows.
final class Fields {
    let diagnosis: Diagnosis
    /// Where the map stands in the preset, "video.encoder"; empty for the preset itself.
    let path: String
    let location: Location
    private let isOutline: Bool
    private let entries: [Element.Entry]
    private(set) var notes: [Note] = []
    /// What is noted of a map whose keys are not ours.
    private var texts: Note.Kind?
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
            // Nobody knows which of two values is meant.
            guard keys.insert(entry.key).inserted else {
                diagnosis.markUnknown(path)
                continue
            }
            diagnosis.note(entry.value.location, of: path)
        }
    }

    /// `nil` after a problem was reported: no map.
    convenience init?(_ element: Element, path: String, _ diagnosis: Diagnosis) {
        guard case .map(let entries) = element.content else {
            let subject = path.isEmpty ? "the file" : path
            diagnosis.report(
                .valueType, at: element.location, "\(subject) is \(element.kind), not a map",
                advice: path.isEmpty
                    ? "write key: value on each line" : "write \(Self.leaf(path)): { key: value }")
            return nil
        }
        diagnosis.note(element.location, of: path)
        self.init(entries, at: element.location, path: path, isOutline: false, diagnosis)
    }

    /// What `read` asks a map for.
    static func outline(_ read: (Fields) -> Void) -> [Note] {
        let diagnosis = Diagnosis(file: "")
        let fields = Fields([], at: .whole(""), path: "", isOutline: true, diagnosis)
        read(fields)
        return fields.notes
    }

    /// The value of a key, or its default where it is left out, which may follow from the values at
    /// other paths; a stand-in after a problem was reported.
    func value<Value>(_ key: Key<Value>, defaultFrom sources: String...) -> Value {
        let value = read(key, sources)
        notes.append(key.note(value))
        return value ?? key.standIn
    }

    private func read<Value>(_ key: Key<Value>, _ sources: [String]) -> Value? {
        guard let element = element(key.name) else {
            if key.fallback == nil { missing.append(key.name) }
            leaveOut(key.name, isRequired: key.fallback == nil, defaultFrom: sources)
            return key.fallback
        }
        let value = value(of: key, in: element)
        if value == nil { diagnosis.markUnknown(path(to: key.name)) }
        return value
    }

    /// Marks a value that is left out as unknown, where its default is not known to be meant: it
    /// may be misspelled, or be in a file that could not be read.
    private func leaveOut(_ name: String, isRequired: Bool = false, defaultFrom sources: [String]) {
        let isMisspelled = entries.contains { Spelling.nearest(to: $0.key, among: [name]) != nil }
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
        case .failure(let mismatch):
            let subject = text.isEmpty ? "nothing" : quoted(text)
            diagnosis.report(
                mismatch.rule, at: element.location,
                "\(path(to: key.name)): \(subject) \(mismatch.message)", advice: mismatch.advice)
            return nil
        }
    }

    /// Notes what a key comes to that was left out and follows from others.
    func fill<Value>(_ key: Key<Value>, with value: Value) {
        guard let index = notes.firstIndex(where: { $0.key == key.name }) else { return }
        notes[index] = key.note(value)
    }

    /// The map at a key, read by `read`; `fallback` where the key is left out, and after a problem
    /// with the map itself was reported.
    ///
    /// With a shorthand, a single value stands for a map with that key alone.
    func section<Value>(
        _ name: String, about: String = "", shorthand: String? = nil, default fallback: Value,
        _ read: (Fields) -> Value
    ) -> Value {
        if element(name) == nil { leaveOut(name, defaultFrom: []) }
        return section(
            name, about: about, allowsNone: false, shorthand: shorthand, default: fallback, read)
    }

    /// As `section`, with the word `none` for no value, and a default that may follow from the
    /// values at other paths.
    func optionalSection<Value>(
        _ name: String, about: String = "", default fallback: Value?,
        defaultFrom sources: String..., read: (Fields) -> Value
    ) -> Value? {
        if element(name) == nil { leaveOut(name, defaultFrom: sources) }
        if isNone(name) || element(name) == nil && fallback == nil && !isOutline {
            notes.append(
                Note(key: name, about: about, kind: .map([], allowsNone: true, isNone: true)))
            return nil
        }
        let index = notes.count
        let value = section(
            name, about: about, allowsNone: true, shorthand: nil, default: fallback
        ) {
            Optional.some(read($0))
        }
        // The language has its keys, though a preset that leaves it out has none of them.
        if isOutline, fallback == nil, case .map(let keys, _, _) = notes[index].kind {
            notes[index].kind = .map(keys, allowsNone: true, isNone: true)
        }
        return value
    }

    private func section<Value>(
        _ name: String, about: String, allowsNone: Bool, shorthand: String?,
        default fallback: Value, _ read: (Fields) -> Value
    ) -> Value {
        let index = notes.count
        notes.append(
            Note(
                key: name, about: about, shorthand: shorthand,
                kind: .map([], allowsNone: allowsNone, isNone: false)))
        guard let element = element(name)?.asMap(of: shorthand) else {
            // Read all the same, so that the notes say what it is filled with.
            let fields = Fields(
                [], at: location, path: path(to: name), isOutline: isOutline, diagnosis)
            _ = read(fields)
            notes[index].kind = fields.kind(allowsNone: allowsNone)
            return fallback
        }
        guard let fields = Fields(element, path: path(to: name), diagnosis) else {
            diagnosis.markUnknown(path(to: name))
            return fallback
        }
        let value = read(fields)
        fields.close()
        notes[index].kind = fields.kind(allowsNone: allowsNone)
        return value
    }

    private func kind(allowsNone: Bool) -> Note.Kind {
        texts ?? .map(notes, allowsNone: allowsNone, isNone: false)
    }

    /// The maps of the list at a key, which must be there, each read by `read`.
    ///
    /// Where the word `none` may stand for it, the list is empty then, as it is after a problem with
    /// the list itself was reported; `standIn` is in the place of an item that is no map.
    func list<Value>(
        _ name: String, about: String = "", allowsNone: Bool = false, standIn: Value,
        _ read: (Fields) -> Value
    ) -> [Value] {
        let index = notes.count
        func note(_ items: [[Note]], isNone: Bool = false) -> Note {
            Note(
                key: name, about: about,
                kind: .list(items, allowsNone: allowsNone, isNone: isNone))
        }
        notes.append(note([]))
        if allowsNone, isNone(name) {
            notes[index] = note([], isNone: true)
            return []
        }
        if isOutline {
            let path = "\(path(to: name))[1]"
            let fields = Fields([], at: location, path: path, isOutline: true, diagnosis)
            _ = read(fields)
            notes[index] = note([fields.notes])
        }
        guard let element = element(name) else {
            missing.append(name)
            diagnosis.markUnknown(path(to: name))
            return []
        }
        // Its items are those of this file alone.
        if diagnosis.isPartial { diagnosis.markUnknown(path(to: name)) }
        guard case .list(let elements) = element.content else {
            diagnosis.markUnknown(path(to: name))
            diagnosis.report(
                .valueType, at: element.location,
                "\(path(to: name)) is \(element.kind), not a list",
                advice: "begin each item with a dash, on its own line")
            return []
        }
        var notesOfItems: [[Note]] = []
        let values = elements.enumerated().map { number, element -> Value in
            let path = "\(path(to: name))[\(number + 1)]"
            guard let fields = Fields(element, path: path, diagnosis) else {
                diagnosis.markUnknown(path)
                return standIn
            }
            let value = read(fields)
            fields.close()
            notesOfItems.append(fields.notes)
            return value
        }
        notes[index] = note(notesOfItems)
        return values
    }

    /// All fields as text, for maps whose keys are not ours.
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

    /// Reports the keys that are unknown and those that are missing; to be called last.
    func close() {
        guard texts == nil else { return }
        let known = notes.map(\.key)
        var misspelled: Set<String> = []
        for entry in entries where !known.contains(entry.key) {
            let nearest = Spelling.nearest(to: entry.key, among: known)
            if let nearest { misspelled.insert(nearest) }
            diagnosis.report(
                .keyUnknown, at: entry.keyLocation,
                "\(path.isEmpty ? "a preset" : path) has no key \(quoted(entry.key))",
                advice: nearest.map { "did you mean \($0)?" }
                    ?? "its keys are \(known.joined(separator: ", "))")
        }
        guard !diagnosis.isPartial else { return }
        for name in missing where !misspelled.contains(name) {
            diagnosis.report(
                .keyMissing, at: location, "\(path.isEmpty ? "the preset" : path) has no \(name)",
                advice: "add \(name)")
        }
    }

    /// Whether the word `none` stands at a key.
    func isNone(_ name: String) -> Bool {
        if case .text("none") = element(name)?.content { true } else { false }
    }

    /// Whether a list is at a key.
    func isList(_ name: String) -> Bool {
        if case .list = element(name)?.content { true } else { false }
    }

    /// Has nothing reported as missing in a map that is not used, but what it needs all the same.
    func excuseMissing(but needed: String) { missing.removeAll { $0 != needed } }

    /// Whether the value of a key is not known, though something stands for it.
    func isUnknown(_ name: String) -> Bool { diagnosis.unknown.contains(path(to: name)) }

    func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private func element(_ name: String) -> Element? { entries.first { $0.key == name }?.value }

    private static func leaf(_ path: String) -> String {
        path.split(separator: ".").last.map(String.init) ?? path
    }
}

extension Element {
    /// A single value as the map with one key that it is short for.
    fileprivate func asMap(of key: String?) -> Element {
        guard let key, case .text = content else { return self }
        let entry = Entry(key: key, keyLocation: location, value: self)
        return Element(content: .map([entry]), location: location)
    }
}
