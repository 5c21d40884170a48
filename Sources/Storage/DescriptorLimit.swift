import CPlatform

/// How many descriptors this process may have open.
public enum DescriptorLimit {
    /// Chosen far above what jobs in flight open, and low enough for loops over all descriptors.
    static let most = 65_536

    /// Raises the soft limit to the hard one, at most to 65,536: many systems begin with 1024 for programs that use `select`.
    ///
    /// - Returns: The limit that holds then; -1 if it is not known.
    @discardableResult
    public static func raise() -> Int { Int(vt_raise_descriptor_limit(Int64(most))) }
}
