/// The program.
public enum VTranscode {
    /// The version, by Semantic Versioning; CHANGELOG.md lists the changes of each.
    public static let version = "0.1.0"
}
