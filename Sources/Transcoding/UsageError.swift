public import Errors

/// A request that does not fit the uploads that were found.
public struct UsageError: CodedError, Hashable {
    public enum Code: String, Sendable, CaseIterable { case usage = "USAGE" }

    /// The conditions, for which the command has remedies with options.
    public enum Condition: Hashable, Sendable {
        /// One name is given for this number of uploads.
        case nameForSeveralUploads(Int)
        /// The path of clips does not exist.
        case noSuchClips(String)
        /// The folder of clips is empty.
        case noClips(String)
    }

    public let condition: Condition

    public init(_ condition: Condition) { self.condition = condition }

    public var code: Code { .usage }

    public var message: String {
        switch condition {
        case .nameForSeveralUploads(let count):
            "a name is for a single upload; \(count) were found"
        case .noSuchClips(let path): "no such file or folder of clips: \(path)"
        case .noClips(let path): "the folder has no clips: \(path)"
        }
    }

    public var advice: String {
        switch condition {
        case .nameForSeveralUploads: "give no name, or a single upload"
        case .noSuchClips, .noClips: "give a folder of short clips"
        }
    }
}
