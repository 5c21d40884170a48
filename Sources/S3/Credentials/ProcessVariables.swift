/// The variables of the process's environment, copied at its start.
///
/// Variables with an empty value count as missing, as the AWS tools treat them.
package struct ProcessVariables: Sendable {
    private let variables: [String: String]

    package init(_ variables: [String: String]) { self.variables = variables }

    subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a variable is `true`, in any case.
    func isTrue(_ name: String) -> Bool { self[name]?.lowercased() == "true" }

    /// A path with `~/` at its start replaced by the home folder.
    func expandingHome(_ path: String) -> String {
        guard path.hasPrefix("~/"), let home = self["HOME"] else { return path }
        return home + path.dropFirst(1)
    }
}

extension ProcessVariables: CustomStringConvertible, CustomReflectable {
    /// The number of variables: values may be secrets.
    package var description: String { "\(variables.count) variables" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
