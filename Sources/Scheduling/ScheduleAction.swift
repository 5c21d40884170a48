/// What a schedule asks of whoever runs its jobs.
public enum ScheduleAction: Hashable, Sendable {
    /// The job runs from now on, until its end is told to the schedule.
    case start(JobID, of: GraphID)

    /// The running job is to stop soon; its end is awaited all the same.
    case cancel(JobID, of: GraphID)

    /// Nothing of the graph runs or will run any more.
    case finish(GraphID, GraphOutcome)
}
