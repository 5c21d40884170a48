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

    /// The kind of content, for messages.
    var kind: String {
        switch content {
        case .text(let text): text.isEmpty ? "nothing" : "a single value"
        case .list: "a list"
        case .map: "a map"
        }
    }
}
