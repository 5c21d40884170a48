public import Errors

/// The reason why a range of an object cannot be read.
public enum ObjectError: CodedError, Hashable {
    /// The object has another version by now.
    case changed
    /// The object does not exist, or was removed.
    case gone
    /// The object must be restored before it can be read.
    case archived
    /// The time of a presigned URL is over.
    case expired
    /// The store denies access, with its reason.
    case denied(String)
    /// The store refuses for another reason that no repetition changes: an archived object, an expired URL.
    case refused(String)
    /// The store does not respond, or fails, with the reason; it may succeed later.
    case unreachable(String)

    /// The store responds with an error of its own: the message, the advice, and whether the request can succeed later.
    case failed(String, advice: String, isTransient: Bool)

    /// Whether another attempt at the same version may succeed.
    public var isTransient: Bool {
        switch self {
        case .unreachable: true
        case .failed(_, _, let isTransient): isTransient
        case .changed, .gone, .archived, .expired, .denied, .refused: false
        }
    }

    public var code: StorageError.Code { self == .changed ? .changed : .objectStore }

    public var message: String {
        switch self {
        case .changed: "the object changed while it was read"
        case .gone: "there is no such object"
        case .archived: "the object is archived"
        case .expired: "the presigned URL has expired"
        case .denied(let reason): "access is denied (\(reason))"
        case .refused(let reason): "the store refuses it (\(reason))"
        case .failed(let message, _, _): message
        case .unreachable(let reason): "the store is unreachable (\(reason))"
        }
    }

    public var advice: String {
        switch self {
        case .changed: "start again with the new version"
        case .gone: "check the URL, or upload it again"
        case .archived: "restore it, then start again"
        case .expired: "create another URL"
        case .denied: "check the credentials and their permissions"
        case .refused: "check that the object can be downloaded"
        case .failed(_, let advice, _): advice
        case .unreachable: "check the network and the store, then run again"
        }
    }
}
