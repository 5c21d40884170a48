internal import MediaUnits

extension Element {
    /// Returns the mapping merged with another one: mappings merge, other values are replaced.
    ///
    /// Entries have the order of the lower mapping; new ones follow. The items of a `ladder` merge by name; other lists are
    /// replaced. An encoder's `point` replaces `preset`, and the other way around.
    func overlaid(by upper: Element) -> Element {
        guard case .mapping(let lower) = content, case .mapping(let entries) = upper.content else {
            return upper
        }
        var merged = lower.filter { entry in
            !entries.contains { Video.Encoder.Keys.replace($0.key, entry.key) }
        }
        var keys: Set<String> = []
        for entry in entries {
            // A duplicate key stays duplicate, since either value could be meant.
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
        return Element(content: .mapping(merged), location: upper.location)
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
            case (nil, _): rungs.insert(item, at: Self.index(of: item, in: rungs))
            }
        }
        return Element(content: .list(rungs), location: upper.location)
    }

    /// Returns the index before the first smaller rung, since ladders begin with the highest.
    private static func index(of rung: Element, in rungs: [Element]) -> Int {
        func size(_ rung: Element) -> Int? {
            rung.text(of: Rung.Keys.size.name).flatMap { Int($0) }
        }
        guard let own = size(rung) else { return rungs.endIndex }
        return rungs.firstIndex { size($0).map { $0 < own } ?? false } ?? rungs.endIndex
    }

    /// Returns a preset's mapping with these formats among its limits; unchanged if its limits are not a mapping, which the
    /// reader reports.
    func with(_ formats: FormatSet) -> Element {
        let name = "limits"
        guard case .mapping(let entries) = content else { return self }
        let limits = entries.first { $0.key == name }?.value
        if let limits, limits.entries == nil { return self }
        func mapping(_ key: String, _ value: Element.Content) -> Element.Content {
            .mapping([
                Entry(
                    key: key, keyLocation: location,
                    value: Element(content: value, location: limits?.location ?? location))
            ])
        }
        let upper = mapping(name, mapping(Limits.Keys.formats.name, .text(formats.rawValue)))
        return overlaid(by: Element(content: upper, location: location))
    }

    private var entries: [Entry]? {
        guard case .mapping(let entries) = content else { return nil }
        return entries
    }

    /// Returns the mapping without some of its keys.
    func without(_ keys: [String]) -> Element {
        guard case .mapping(let entries) = content else { return self }
        return Element(
            content: .mapping(entries.filter { !keys.contains($0.key) }), location: location)
    }

    /// Returns the value of a key; `nil` if the element has none, or is not a mapping.
    func value(of key: String) -> Element? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// Whether the element is the word `none`.
    var isNone: Bool {
        guard case .text("none") = content else { return false }
        return true
    }

    private func text(of key: String) -> String? {
        guard case .text(let text) = value(of: key)?.content else { return nil }
        return text
    }
}
