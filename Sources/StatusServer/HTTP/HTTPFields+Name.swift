internal import Hummingbird

extension HTTPFields {
    /// A field whose name Hummingbird does not know.
    subscript(name text: String) -> String? {
        get { Element.Name(text).flatMap { self[$0] } }
        set {
            guard let name = Element.Name(text) else { return }
            self[name] = newValue
        }
    }
}
