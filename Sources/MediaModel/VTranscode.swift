/// The program itself.
public enum VTranscode {
    /// SemVer; CHANGELOG.md says what each one brought.
    public static let version = "0.1.0"
}
