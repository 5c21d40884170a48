internal import Hummingbird

extension HTTPFields {
    /// A field by a name that Hummingbird does not define.
    subscript(name text: String) -> String? {
        get { Element.Name(text).flatMap { self[$0] } }
        set {
            guard let name = Element.Name(text) else { return }
            self[name] = newValue
        }
    }
}
