public import Errors

/// The reason why a range of an object cannot be read.
public enum ObjectError: CodedError, Hashable {
    /// The object has another version by now.
    case changed
    /// The object was removed.
    case gone
    /// The store denies access, with its reason.
    case denied(String)
    /// The store refuses for another reason that no repetition changes: an archived object, an expired URL.
    case refused(String)
    /// The store does not respond, or fails, with the reason; it may succeed later.
    case unreachable(String)

    /// Whether another attempt at the same version may succeed.
    public var isTransient: Bool {
        switch self {
        case .unreachable: true
        case .changed, .gone, .denied, .refused: false
        }
    }

    public var code: StorageError.Code { self == .changed ? .changed : .objectStore }

    public var message: String {
        switch self {
        case .changed: "the object changed while it was read"
        case .gone: "the object was removed"
        case .denied(let reason): "access is denied (\(reason))"
        case .refused(let reason): "the store refuses it (\(reason))"
        case .unreachable(let reason): "the store is unreachable (\(reason))"
        }
    }

    public var advice: String {
        switch self {
        case .changed: "start again with the new version"
        case .gone: "upload it again"
        case .denied: "check the credentials and their permissions"
        case .refused: "check that the object can be downloaded"
        case .unreachable: "check the network and the store, then run again"
        }
    }
}
