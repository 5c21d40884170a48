public import MediaUnits

/// The options of an encoder that presets may set (`video.encoder.options`).
///
/// The options of a preset apply to the rungs of every codec that has preset options; each must accept them.
public protocol PresetOptions: Sendable {
    /// The encoder's name in messages: `x264`.
    var encoder: String { get }
    /// A command that lists the options and their values, in messages.
    var reference: String { get }

    /// The options that the plan sets for every segment; other values would make segments inconsistent.
    ///
    /// Names of options are in lower case, with dashes.
    var reserved: Set<String> { get }
    /// The options for the number of bits of a sample.
    var bitDepth: [String] { get }
    /// The options for the number of reference frames.
    var references: [String] { get }

    /// Returns whether an option changes one of the reserved options.
    func isReserved(_ option: String) -> Bool

    /// Returns libav's options with which the encoder cannot be opened if it does not support an option, or the value of it.
    func check(_ option: String, _ value: String) -> [String: String]

    /// Returns the integer that the encoder reads from a value; `nil` if it is none.
    func integer(_ value: String) -> Int?

    /// Returns the number of reference frames of a size (pixels) that a decoder of a level stores; `nil` for an unknown level.
    func maxReferences(of size: Resolution, at level: String) -> Int?

    /// Returns the options that enable tools that a profile does not have.
    func toolsMissing(in profile: Profile) -> [String]
}
