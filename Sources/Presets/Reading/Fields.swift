/// The fields of one map while they are read: each is asked for by its key, and what nobody asked
/// for is unknown.
final class Fields {
    let diagnosis: Diagnosis
    /// Where the map stands in the preset, "video.encoder"; empty for the preset itself.
    let path: String
    let location: Location
    private let entries: [Element.Entry]
    private var known: [String] = []
    private var missing: [String] = []

    /// `nil` after a problem was reported: no map.
    init?(_ element: Element, path: String, _ diagnosis: Diagnosis) {
        guard case .map(let entries) = element.content else {
            let subject = path.isEmpty ? "the file" : path
            diagnosis.report(
                .valueType, at: element.location, "\(subject) is \(element.kind), not a map",
                advice: path.isEmpty
                    ? "write key: value on each line" : "write \(Self.leaf(path)): { key: value }")
            return nil
        }
        self.entries = entries
        self.path = path
        self.diagnosis = diagnosis
        location = element.location
    }

    /// The value of a key, or what stands for it where it is left out; `nil` after a problem was
    /// reported.
    func value<Value>(_ key: Key<Value>) -> Value? {
        guard let element = element(key.name) else {
            if key.fallback == nil { missing.append(key.name) }
            return key.fallback
        }
        guard case .text(let text) = element.content else {
            diagnosis.report(
                .valueType, at: element.location,
                "\(path(to: key.name)) is \(element.kind), not a single value",
                advice: "write \(key.name): value")
            return nil
        }
        switch key.type.parse(text) {
        case .success(let value): return value
        case .failure(let misfit):
            let subject = text.isEmpty ? "nothing" : quoted(text)
            diagnosis.report(
                misfit.rule, at: element.location,
                "\(path(to: key.name)): \(subject) \(misfit.message)", advice: misfit.advice)
            return nil
        }
    }

    /// The map at a key, read by `read`; `fallback` where the key is left out, `nil` after a
    /// problem was reported.
    func section<Value>(
        _ name: String, default fallback: Value, _ read: (Fields) -> Value?
    ) -> Value? {
        guard let element = element(name) else { return fallback }
        guard let fields = Fields(element, path: path(to: name), diagnosis) else { return nil }
        let value = read(fields)
        fields.close()
        return value
    }

    /// As `section`, with the word `none` for no value.
    func optionalSection<Value>(
        _ name: String, default fallback: Value?, _ read: (Fields) -> Value?
    ) -> Value?? {
        if let element = element(name), case .text("none") = element.content { return .some(nil) }
        return section(name, default: fallback) { read($0).map(Optional.some) }
    }

    /// The maps of the list at a key, which must be there; `nil` after a problem was reported.
    func list(_ name: String) -> [Element]? {
        guard let element = element(name) else {
            missing.append(name)
            return nil
        }
        guard case .list(let elements) = element.content else {
            diagnosis.report(
                .valueType, at: element.location,
                "\(path(to: name)) is \(element.kind), not a list",
                advice: "begin each item with a dash, on its own line")
            return nil
        }
        return elements
    }

    /// All fields as text, for maps whose keys are not ours.
    func texts() -> [(key: String, location: Location, text: String)] {
        entries.compactMap { entry in
            known.append(entry.key)
            guard case .text(let text) = entry.value.content, !text.isEmpty else {
                diagnosis.report(
                    .valueType, at: entry.value.location,
                    "\(path(to: entry.key)) is \(entry.value.kind), not a single value",
                    advice: "write \(entry.key): value")
                return nil
            }
            return (entry.key, entry.keyLocation, text)
        }
    }

    /// Where the value of a key stands; the map itself where it is left out.
    func location(of name: String) -> Location {
        entries.first { $0.key == name }?.value.location ?? location
    }

    /// Reports the keys that are unknown and those that are missing; to be called last.
    func close() {
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
        for name in missing where !misspelled.contains(name) {
            diagnosis.report(
                .keyMissing, at: location, "\(path.isEmpty ? "the preset" : path) has no \(name)",
                advice: "add \(name)")
        }
    }

    func path(to name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    private func element(_ name: String) -> Element? {
        known.append(name)
        return entries.first { $0.key == name }?.value
    }

    private static func leaf(_ path: String) -> String {
        path.split(separator: ".").last.map(String.init) ?? path
    }
}
