/// An invariant that does not hold.
public struct Violation: Error, Sendable, CustomStringConvertible {
    /// The invariants of the simulation.
    public enum Invariant: String, Sendable, CaseIterable {
        /// Each transition of the store is one that the model allows.
        case transition
        /// SQLite accepts each statement, and the store can read its rows.
        case statement
        /// An accepted job is in the store, unless a backup was restored.
        case acceptedJob
        /// At most one package of a job is committed, and only completed jobs have one.
        case onePackage
        /// A job ends once: one last event for each time that it was queued.
        case terminalEvent
        /// The id of an event never names another event.
        case eventID
        /// A job that is able to succeed is completed, and a crash count has a crash of that task.
        case charge
        /// Every job ends within a bounded time after the last fault.
        case quiescence
        /// No workspace is left when all jobs are deleted.
        case workspace
    }

    public let invariant: Invariant
    public let message: String
    /// The virtual time, in milliseconds.
    public let time: Int64

    public var description: String {
        "\(invariant.rawValue) after \(Double(time) / 1000) s: \(message)"
    }
}
