/// The value of `extends`: a shipped preset, or a file in the folder of the preset or below it.
enum PresetReference: Hashable, Sendable {
    case shipped(String)
    /// A path relative to the preset's folder, never outside of it.
    case path(String)

    /// Returns whether text is a path and not a name: whether it contains `/` or ends with `.yaml` or `.yml`.
    static func isPath(_ text: String) -> Bool {
        text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml")
    }

    var text: String {
        switch self {
        case .shipped(let name): name
        case .path(let path): path
        }
    }

    /// Returns the path of the file, from the path of the file that extends it; the name of a shipped preset.
    ///
    /// Components `.` are removed, so that one file has one path.
    func resolved(from file: String) -> String {
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
            let components = text.split(separator: "/", omittingEmptySubsequences: false)
            guard components.first != "", !components.contains("..") else {
                return .failure(
                    .init(
                        rule: .extendsPath, message: "leaves the folder of the preset",
                        advice:
                            "write the name of a shipped preset, or the path of a file in the same folder or below "
                            + "it, such as base.yaml or ./base.yaml"))
            }
            return .success(.path(text))
        }.optional
    }()
}
