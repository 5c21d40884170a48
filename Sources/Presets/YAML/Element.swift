/// A value of a YAML file with its position, before its type is known.
///
/// Scalars are text, whatever type YAML gives them: the key determines the meaning of `no`, `1:30` and `1e3`.
struct Element {
    enum Content {
        case text(String)
        case list([Element])
        case mapping([Entry])
    }

    struct Entry {
        let key: String
        let keyLocation: Location
        let value: Element
    }

    let content: Content
    let location: Location

    /// Returns the element as part of the file that extends its preset: every location becomes that of the `extends`, with
    /// the original one as `origin`, since users do not have the files of shipped presets.
    func extended(at position: Location) -> Element {
        func moved(_ location: Location) -> Location {
            var moved = position
            moved.origin =
                location.origin ?? "\(location.file):\(location.line):\(location.column)"
            return moved
        }
        let content: Content =
            switch content {
            case .text: content
            case .list(let items): .list(items.map { $0.extended(at: position) })
            case .mapping(let entries):
                .mapping(
                    entries.map {
                        Entry(
                            key: $0.key, keyLocation: moved($0.keyLocation),
                            value: $0.value.extended(at: position))
                    })
            }
        return Element(content: content, location: moved(location))
    }

    /// The kind of content, for messages.
    var kind: String {
        switch content {
        case .text(let text): text.isEmpty ? "empty" : "a single value"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }
}
