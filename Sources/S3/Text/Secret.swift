/// A text that must not reach logs, errors and debuggers: no description of it shows anything.
package struct Secret: Sendable, Hashable {
    private let text: String

    package init(_ text: String) { self.text = text }

    /// Returns the text, for a signature or a request.
    package func reveal() -> String { text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<secret>" }
    package var debugDescription: String { description }
    /// A mirror without children, which `dump` prints.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
