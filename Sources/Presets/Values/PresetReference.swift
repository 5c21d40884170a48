/// What `extends` names: a shipped preset, or a file beside the one that says so.
enum PresetReference: Hashable, Sendable {
    case shipped(String)
    /// Relative to the folder of the file, and never outside of it.
    case path(String)

    /// What `text` names on the command line too: it is a path if it contains `/` or ends with
    /// `.yaml` or `.yml`.
    static func isPath(_ text: String) -> Bool {
        text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml")
    }

    var text: String {
        switch self {
        case .shipped(let name): name
        case .path(let path): path
        }
    }

    /// Where the file lies that `file` names; a shipped preset keeps its name.
    ///
    /// A step that stays where it is (`./`) is left out, so that one file has one name.
    func place(from file: String) -> String {
        guard case .path(let path) = self else { return text }
        let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
        return folder + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    static let type: ValueType<PresetReference?> = {
        let form = ValueForm(
            text: "the name of a shipped preset, or a path in the file's own folder",
            schema: [
                "type": "string", "minLength": 1, "not": ["pattern": "^/|(^|/)\\.\\.(/|$)"],
            ])
        return ValueType<PresetReference>(form, write: \.text) { text in
            guard isPath(text) else { return .success(.shipped(text)) }
            let steps = text.split(separator: "/", omittingEmptySubsequences: false)
            guard steps.first != "", !steps.contains("..") else {
                return .failure(
                    .init(
                        rule: .extendsPath, message: "leaves the folder of the preset",
                        advice:
                            "name a shipped preset, or a file in the same folder or below it, as "
                            + "base.yaml or ./base.yaml"))
            }
            return .success(.path(text))
        }.optional
    }()
}
