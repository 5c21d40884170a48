/// An error with the error that led to it, for diagnosis: the command prints the chain with `--verbose`.
public protocol CausedError: Error {
    /// The error that led to this one; `nil` if there is none.
    var cause: (any Error)? { get }
}

extension CausedError {
    /// The errors that led to this one, the direct cause first; at most `limit`.
    public func causes(limit: Int = 8) -> [any Error] {
        var causes: [any Error] = []
        var next = cause
        while let error = next, causes.count < limit {
            causes.append(error)
            next = (error as? any CausedError)?.cause
        }
        return causes
    }
}
