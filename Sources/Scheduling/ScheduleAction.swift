/// An action that a schedule requests from its runner.
public enum ScheduleAction: Hashable, Sendable {
    /// Starts the job, which counts as running until its end is reported to the schedule.
    case start(JobID, of: GraphID)

    /// Cancels the running job; its end is still reported to the schedule.
    case cancel(JobID, of: GraphID)

    /// Ends the graph: none of its jobs runs any more.
    case finish(GraphID, GraphOutcome)
}
