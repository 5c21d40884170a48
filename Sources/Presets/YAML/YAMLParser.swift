internal import CLibYAML

/// libyaml's parser over the text of one file; frees the parser and its copy of the text with itself.
///
/// Safe because the pointers are allocated, used and freed by the value alone, which has one owner.
@safe struct YAMLParser: ~Copyable {
    private let file: String
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    /// The text in UTF-8, which libyaml reads while it parses.
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// - Parameters:
    ///   - text: Valid Unicode without control characters, whose line breaks are all `\n`.
    ///   - file: The name of the file in locations.
    init(_ text: String, file: String) {
        self.file = file
        unsafe parser = .allocate(capacity: 1)
        // libyaml needs an address, also of an empty text.
        unsafe input = .allocate(capacity: text.utf8.count + 1)
        _ = unsafe input.initialize(fromContentsOf: text.utf8)
        let isInitialized = unsafe yaml_parser_initialize(parser) == 1
        // Swift's own allocations end the process without memory, too.
        precondition(isInitialized, "out of memory")
        unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, text.utf8.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Returns the next event; `nil` after the last one.
    ///
    /// - Throws: The first error of syntax, which ends the parsing.
    func next() throws(YAMLError) -> YAMLEvent? {
        while true {
            var event = unsafe yaml_event_t()
            guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw error() }
            defer { unsafe yaml_event_delete(&event) }
            if let next = unsafe value(event) { return next }
            let type = unsafe event.type
            if type == YAML_STREAM_END_EVENT || type == YAML_NO_EVENT { return nil }
        }
    }

    /// The value of an event; `nil` for events of the stream and for the end of a document.
    private func value(_ event: yaml_event_t) -> YAMLEvent? {
        func make(
            _ content: YAMLEvent.Content, anchor: UnsafePointer<UInt8>? = nil,
            tag: UnsafePointer<UInt8>? = nil
        ) -> YAMLEvent {
            unsafe YAMLEvent(
                content: content, hasAnchor: anchor != nil, hasTag: tag != nil,
                start: location(event.start_mark), end: location(event.end_mark))
        }
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT:
            let document = unsafe event.data.document_start
            let tags = unsafe document.tag_directives
            let hasDirectives = unsafe document.version_directive != nil || tags.start != tags.end
            return make(.documentStart(hasDirectives: hasDirectives))
        case YAML_ALIAS_EVENT: return make(.alias)
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
            let text = unsafe String(decoding: bytes, as: UTF8.self)
            return unsafe make(
                .scalar(text, style(scalar.style)), anchor: scalar.anchor, tag: scalar.tag)
        case YAML_SEQUENCE_START_EVENT:
            let list = unsafe event.data.sequence_start
            return unsafe make(.listStart, anchor: list.anchor, tag: list.tag)
        case YAML_MAPPING_START_EVENT:
            let mapping = unsafe event.data.mapping_start
            return unsafe make(.mappingStart, anchor: mapping.anchor, tag: mapping.tag)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return make(.end)
        default: return nil
        }
    }

    private func style(_ style: yaml_scalar_style_t) -> YAMLEvent.Style {
        switch style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        case YAML_LITERAL_SCALAR_STYLE: .literal
        case YAML_FOLDED_SCALAR_STYLE: .folded
        default: .plain
        }
    }

    private func error() -> YAMLError {
        func text(_ pointer: UnsafePointer<CChar>?) -> String? {
            unsafe pointer.map { unsafe String(cString: $0) }
        }
        let parser = unsafe parser.pointee
        return unsafe YAMLError(
            problem: text(parser.problem) ?? "cannot be read",
            location: location(parser.problem_mark), context: text(parser.context),
            contextLocation: location(parser.context_mark))
    }

    /// libyaml counts lines and columns from 0, columns in Unicode scalars.
    private func location(_ mark: yaml_mark_t) -> Location {
        Location(file: file, line: mark.line + 1, column: mark.column + 1)
    }
}
