public import SystemPackage

/// An entry of a folder that is not listed as a file, with the reason.
public struct SkippedEntry: Hashable, Sendable {
    public enum Reason: Hashable, Sendable, CustomStringConvertible {
        /// A link to anything.
        case link
        case fifo
        case socket
        case device

        /// A file or folder whose name begins with a dot.
        case hidden

        /// A folder that cannot be read, or an entry without a status; the error number.
        case unreadable(Int32)

        /// A folder below the last level that is walked.
        case tooDeep

        case nameNotUTF8

        public var description: String {
            switch self {
            case .link: "a link, not followed"
            case .fifo: "a FIFO"
            case .socket: "a socket"
            case .device: "a device"
            case .hidden: "hidden"
            case .unreadable(let code): "cannot be read: \(systemReason(code))"
            case .tooDeep: "too many folders deep"
            case .nameNotUTF8: "its name is not UTF-8"
            }
        }
    }

    /// The path relative to the root of the walk; it need not be UTF-8.
    public let path: FilePath

    public let reason: Reason
}
