/// One event of libyaml's parser as a value (yaml.h, `yaml_event_t`).
struct YAMLEvent {
    enum Content {
        /// Directives are `%YAML` and `%TAG`.
        case documentStart(hasDirectives: Bool)
        case scalar(String, Style)
        case alias
        case listStart
        case mappingStart
        /// The end of the list or mapping that started last.
        case end
    }

    enum Style {
        case plain, quoted, literal, folded
    }

    let content: Content
    let hasAnchor: Bool
    let hasTag: Bool
    /// The position of the value, or of its anchor or tag.
    let start: Location
    /// The position after the last character.
    let end: Location

    var isEnd: Bool {
        if case .end = content { true } else { false }
    }

    var isCollection: Bool {
        switch content {
        case .listStart, .mappingStart: true
        default: false
        }
    }
}

/// An error of syntax, as libyaml describes it.
struct YAMLError: Error {
    let problem: String
    let location: Location
    /// The construct in which the problem occurred: "while scanning a quoted scalar".
    let context: String?
    let contextLocation: Location
}
