extension NewTask {
    /// The kind of task that removes the files of a job.
    ///
    /// The queue adds such a task when a job ends without a result after a worker has claimed one of its tasks.
    public static let cleanup = "cleanup"
}
