/// The phase of a worker's life cycle.
///
/// A worker registers, claims tasks, drains, and closes. An id is the worker's in the store; it changes when the worker registers
/// again after its lease has expired.
enum WorkerPhase: Sendable {
    case registering
    /// The worker claims tasks.
    case claiming(Int64)
    /// The worker has reserved an overdue suspect: it claims no other task until it is idle.
    case reserved(Int64)
    /// The worker claims no tasks; running tasks may end, and their outcomes are reported. A worker without an id was drained
    /// before its registration.
    case draining(Int64?)
    /// The time for reports is over.
    case closed(Int64?)

    /// The worker's id; `nil` before its registration.
    var id: Int64? {
        switch self {
        case .registering: nil
        case .claiming(let id), .reserved(let id): id
        case .draining(let id), .closed(let id): id
        }
    }

    /// The worker's id while it claims tasks, or is about to claim a suspect; `nil` otherwise.
    var claimingID: Int64? {
        switch self {
        case .claiming(let id), .reserved(let id): id
        case .registering, .draining, .closed: nil
        }
    }

    /// Whether outcomes of tasks are no longer reported.
    var isClosed: Bool {
        guard case .closed = self else { return false }
        return true
    }

    /// Notes a registration, the first or a later one; a worker that was drained meanwhile drains.
    mutating func register(as id: Int64) {
        switch self {
        case .registering, .claiming: self = .claiming(id)
        case .reserved: self = .reserved(id)
        case .draining: self = .draining(id)
        case .closed: self = .closed(id)
        }
    }

    /// Notes whether a worker that claims tasks has reserved a suspect.
    ///
    /// - Returns: Whether it had not reserved one before.
    @discardableResult
    mutating func setReserved(_ isReserved: Bool) -> Bool {
        switch self {
        case .claiming(let id):
            if isReserved { self = .reserved(id) }
            return isReserved
        case .reserved(let id):
            if !isReserved { self = .claiming(id) }
            return false
        case .registering, .draining, .closed: return false
        }
    }

    /// Stops the claiming of tasks.
    ///
    /// - Returns: Whether tasks were claimed, or were about to be.
    mutating func drain() -> Bool {
        switch self {
        case .registering, .claiming, .reserved:
            self = .draining(id)
            return true
        case .draining, .closed: return false
        }
    }
}
