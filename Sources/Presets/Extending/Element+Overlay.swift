internal import MediaUnits

extension Element {
    /// The map with the entries of another over it: maps merge, what else there is replaces.
    ///
    /// Entries keep the order of the lower map, new ones follow. The items of a list that is a
    /// `ladder` merge by their names; other lists are replaced.
    func overlaid(by upper: Element) -> Element {
        guard case .map(let lower) = content, case .map(let entries) = upper.content else {
            return upper
        }
        var merged = lower
        var keys: Set<String> = []
        for entry in entries {
            // A key that the upper map has twice stays there twice: which one is meant is unknown.
            guard keys.insert(entry.key).inserted,
                let index = merged.firstIndex(where: { $0.key == entry.key })
            else {
                merged.append(entry)
                continue
            }
            let below = merged[index].value
            let value =
                entry.key == Preset.Keys.ladder
                ? below.ladderOverlaid(by: entry.value) : below.overlaid(by: entry.value)
            merged[index] = Entry(key: entry.key, keyLocation: entry.keyLocation, value: value)
        }
        return Element(content: .map(merged), location: upper.location)
    }

    private func ladderOverlaid(by upper: Element) -> Element {
        guard case .list(var rungs) = content, case .list(let items) = upper.content else {
            return upper
        }
        for item in items {
            let name = item.text(of: Rung.Keys.name.name)
            let index = rungs.firstIndex { name != nil && $0.text(of: Rung.Keys.name.name) == name }
            switch (index, item.text(of: Rung.Keys.remove.name) == "true") {
            case (let index?, true): rungs.remove(at: index)
            case (let index?, false): rungs[index] = rungs[index].overlaid(by: item)
            case (nil, _): rungs.insert(item, at: Self.place(of: item, in: rungs))
            }
        }
        return Element(content: .list(rungs), location: upper.location)
    }

    /// Before the first smaller rung: ladders are written from the highest down.
    private static func place(of rung: Element, in rungs: [Element]) -> Int {
        func size(_ rung: Element) -> Int? {
            rung.text(of: Rung.Keys.size.name).flatMap { Int($0) }
        }
        guard let own = size(rung) else { return rungs.endIndex }
        return rungs.firstIndex { size($0).map { $0 < own } ?? false } ?? rungs.endIndex
    }

    /// A preset's map with these formats among its limits; where its limits are no map, they are left for their reader.
    func with(_ formats: FormatSet) -> Element {
        let name = "limits"
        guard case .map(let entries) = content else { return self }
        let limits = entries.first { $0.key == name }?.value
        if let limits, limits.entries == nil { return self }
        func map(_ key: String, _ value: Element.Content) -> Element.Content {
            .map([
                Entry(
                    key: key, keyLocation: location,
                    value: Element(content: value, location: limits?.location ?? location))
            ])
        }
        let upper = map(name, map(Limits.Keys.formats.name, .text(formats.rawValue)))
        return overlaid(by: Element(content: upper, location: location))
    }

    private var entries: [Entry]? {
        guard case .map(let entries) = content else { return nil }
        return entries
    }

    /// The map without some of its keys.
    func without(_ keys: [String]) -> Element {
        guard case .map(let entries) = content else { return self }
        return Element(
            content: .map(entries.filter { !keys.contains($0.key) }), location: location)
    }

    /// The value of a key of a map; `nil` where there is none.
    func value(of key: String) -> Element? {
        guard case .map(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// Whether it is the word that stands for nothing.
    var isNone: Bool {
        guard case .text("none") = content else { return false }
        return true
    }

    private func text(of key: String) -> String? {
        guard case .text(let text) = value(of: key)?.content else { return nil }
        return text
    }
}
