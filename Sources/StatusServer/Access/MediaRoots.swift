internal import Synchronization

/// The roots that clients name uploads and outputs below: common ones, and those of tenants, which may be replaced at any time.
public final class MediaRoots: Sendable {
    /// A root of uploads and one of outputs.
    public struct Pair: Sendable, Hashable {
        public let uploads: SubmissionRoot
        public let outputs: SubmissionRoot

        /// Creates a pair; uploads have the root of outputs unless they have one of their own.
        public init(outputs: SubmissionRoot, uploads: SubmissionRoot? = nil) {
            self.outputs = outputs
            self.uploads = uploads ?? outputs
        }
    }

    /// The roots of tenants that have none of their own; `nil` if they may not submit.
    let common: Pair?
    private let tenants: Mutex<[String: Pair]>

    /// Creates the roots.
    ///
    /// - Parameters:
    ///   - common: The roots of tenants that have none of their own; `nil` if they may not submit.
    ///   - tenants: The roots of tenants by their names.
    public init(common: Pair?, tenants: [String: Pair] = [:]) {
        self.common = common
        self.tenants = Mutex(tenants)
    }

    /// Creates the common roots of a folder.
    convenience init(_ root: MediaRoot) { self.init(common: Pair(outputs: .folder(root))) }

    /// Replaces the roots of tenants.
    public func replaceTenants(with roots: [String: Pair]) { tenants.withLock { $0 = roots } }

    /// The roots of a tenant; `nil` if it may not submit.
    func roots(of tenant: String) -> Pair? { tenants.withLock { $0[tenant] } ?? common }
}
