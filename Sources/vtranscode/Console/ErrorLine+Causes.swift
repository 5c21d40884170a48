import Errors

extension ErrorLine {
    /// Returns a line for each cause of an error, the direct cause first.
    static func causes(of error: any Error) -> [String] {
        let causes = (error as? any CausedError)?.causes() ?? []
        return causes.map { "vtranscode: caused by: \(String(describing: $0).printable)" }
    }
}
