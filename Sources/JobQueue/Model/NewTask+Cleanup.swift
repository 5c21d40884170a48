extension NewTask {
    /// The kind of task that removes what a job left behind.
    ///
    /// The queue itself adds it where a job ends without a result after
    /// some worker had it.
    public static let cleanup = "cleanup"
}
