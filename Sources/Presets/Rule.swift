/// What a preset can break.
///
/// The raw value is the rule's id, which never changes; docs/presets.md explains each.
public enum Rule: String, CaseIterable, Codable, Sendable {
    /// No shipped preset has the name.
    case presetUnknown = "preset.unknown"
    case fileUnreadable = "file.unreadable"
    case fileTooLarge = "file.too-large"
    /// Not UTF-8.
    case fileEncoding = "file.encoding"
    /// Control characters: no text at all.
    case fileBinary = "file.binary"

    case yamlSyntax = "yaml.syntax"
    case yamlEmpty = "yaml.empty"
    /// Anchors and aliases.
    case yamlAlias = "yaml.alias"
    /// Tags such as `!!int`.
    case yamlTag = "yaml.tag"
    /// Block scalars, and quotes that stay open at the end of their line.
    case yamlMultiline = "yaml.multiline"
    case yamlTab = "yaml.tab"
    case yamlDepth = "yaml.depth"
    /// A key that is no plain text.
    case yamlKey = "yaml.key"

    /// A path to what is extended that leaves the preset's folder.
    case extendsPath = "extends.path"
    /// A preset that extends itself, by way of others or at once.
    case extendsLoop = "extends.loop"
    case extendsDepth = "extends.depth"
    /// A rung to remove that what is extended does not have.
    case extendsRung = "extends.rung"

    case keyUnknown = "key.unknown"
    case keyDuplicate = "key.duplicate"
    case keyMissing = "key.missing"

    /// A map, list or text where another belongs, a number that is none, a missing unit.
    case valueType = "value.type"
    case valueRange = "value.range"
    case valueChoice = "value.choice"
    /// A name that is not safe in a path.
    case valueName = "value.name"

    /// A segment is no whole number of GOPs.
    case segmentGOP = "segment.gop"
    case ladderEmpty = "ladder.empty"
    case ladderOrder = "ladder.order"
    case ladderName = "ladder.name"
    /// An MP4 file holds one rung, no package around it.
    case containerFile = "container.file"
    /// MPEG-TS has no name for that many channels.
    case containerSound = "container.sound"
    /// A level below what size and frame rate need.
    case levelSize = "level.size"
    /// A ceiling or a buffer above what the level allows.
    case levelBitrate = "level.bitrate"
    /// A frame rate of a rung above that of all.
    case rungFrameRate = "rung.frame-rate"
    /// An x264 option that the plan decides.
    case optionReserved = "option.reserved"
}
