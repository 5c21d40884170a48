/// A piece of a YAML file before anything is known of its type, and where it stands.
///
/// Scalars are text, whatever YAML would make of them: `no`, `1:30` and `1e3` mean what the key
/// that they belong to says.
struct Element {
    enum Content {
        case text(String)
        case list([Element])
        case map([Entry])
    }

    struct Entry {
        let key: String
        let keyLocation: Location
        let value: Element
    }

    let content: Content
    let location: Location

    /// The same as it is brought by an `extends` at a place: nobody has the shipped preset's file.
    func brought(by place: Location) -> Element {
        func moved(_ location: Location) -> Location {
            var moved = place
            moved.origin =
                location.origin ?? "\(location.file):\(location.line):\(location.column)"
            return moved
        }
        let content: Content =
            switch content {
            case .text: content
            case .list(let items): .list(items.map { $0.brought(by: place) })
            case .map(let entries):
                .map(
                    entries.map {
                        Entry(
                            key: $0.key, keyLocation: moved($0.keyLocation),
                            value: $0.value.brought(by: place))
                    })
            }
        return Element(content: content, location: moved(location))
    }

    /// The kind of content, for messages.
    var kind: String {
        switch content {
        case .text(let text): text.isEmpty ? "nothing" : "a single value"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
