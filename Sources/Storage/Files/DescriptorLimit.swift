import CPlatform

/// The largest number of open descriptors of this process.
public enum DescriptorLimit {
    /// Chosen far above the number that running jobs open, and low enough for loops over all descriptors.
    static let largest = 65_536

    /// Raises the soft limit to the hard one, at most to 65,536: many systems set 1024, for programs that use `select`.
    ///
    /// - Returns: The limit in force afterwards; -1 if it is not known.
    @discardableResult
    public static func raise() -> Int { Int(vt_raise_descriptor_limit(Int64(largest))) }
}
