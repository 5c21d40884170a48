/// The seeded bugs, in SQLite's syntax.
extension Mutant {
    private static let lease = "fencing_token = $2 AND coalesce(worker, 0) = $3 AND state IN (3, 4)"

    private init(
        _ name: String, _ meaning: String, _ changes: (String, String, String)...,
        undurable: Set<String> = []
    ) {
        self.init(
            name: name, meaning: meaning,
            changes: changes.map { Change(statement: $0, text: $1, replacement: $2) },
            undurable: undurable)
    }

    public static let all: [Mutant] = [
        Mutant(
            "no-fencing", "a task is completed with an old fencing token",
            (
                "complete_task", lease,
                "coalesce($2, 0) >= 0 AND coalesce($3, 0) >= 0 AND state IN (3, 4)"
            )),
        Mutant(
            "stale-worker", "a worker whose lease expired completes the task of another one",
            (
                "complete_task", "fencing_token = $2 AND coalesce(worker, 0) = $3",
                "fencing_token >= $2 AND $3 > 0"
            )),
        Mutant(
            "token-not-raised", "a claim does not raise the fencing token",
            (
                "claim", "fencing_token = fencing_token + 1",
                "fencing_token = {greatest}(1, fencing_token)"
            )),
        Mutant(
            "lost-event", "events of the end of a job are recorded as 'started'",
            (
                "insert_event", "VALUES ($1, $2,",
                "VALUES ($1, CASE $2 WHEN 'published' THEN 'started' ELSE $2 END,"
            )),
        Mutant(
            "lost-delivery", "some events have no delivery",
            (
                "insert_delivery", "VALUES ($1, $2, $3, $4, {now})",
                "SELECT $1, $2, $3, $4, {now} WHERE $1 % 5 <> 0"
            )),
        Mutant(
            "reused-event-id", "every event has the same id",
            ("insert_event", "{random id}", "'00000000000000000000000000000000'")),
        Mutant(
            "sequential-event-id",
            "an event's id is made from its number, which a rollback uses again",
            (
                "insert_event", "{random id}",
                "$1 || '-' || (SELECT 1 + coalesce(max(id), 0) FROM event)"
            )),
        Mutant(
            "cancelled-job-starts", "a report starts a job that is being cancelled",
            (
                "report_job", "UPDATE job SET remaining = $2,",
                "UPDATE job SET state = {greatest}(state, 1), remaining = $2,"
            )),
        Mutant(
            "failed-job-stays", "failed jobs are never deleted",
            ("delete_job", "WHERE id = $1", "WHERE id = $1 AND state <> 3")),
        Mutant(
            "clock-trusted", "jobs are deleted after a jump of the wall clock",
            ("record_clock", "THEN $2 ELSE", "THEN 0 * $2 ELSE")),
        Mutant(
            "heartbeat-ignored", "a heartbeat does not extend the lease",
            ("heartbeat", "SET heartbeat = {steady}", "SET heartbeat = heartbeat")),
        Mutant(
            "double-claim", "a running task is claimed again",
            ("claim", "WHERE state = 1 AND", "WHERE state IN (1, 3) AND")),
        Mutant(
            "double-completion", "a task that is done is completed again",
            ("complete_task", "state IN (3, 4)", "state IN (3, 4, 5)"),
            ("complete_task", "worker = NULL", "worker = worker")),
        Mutant(
            "no-quarantine", "tasks of an expired worker are claimed beside others",
            ("reclaim_task", "state = $4,", "state = CASE $4 WHEN 8 THEN 1 ELSE $4 END,")),
        Mutant(
            "no-reservation",
            "no worker becomes idle for a suspect: its reservation is never stored",
            ("reserve", "VALUES ($1, $2, {steady} + $3)", "SELECT $1, $2, $3 WHERE 0")),
        Mutant(
            "wrong-charge", "every task of a crashed worker is charged as if it ran alone",
            ("tasks_of_worker", " alone,", " 1 AS alone,")),
        Mutant(
            "unleased-publication", "a publication begins without a lease",
            ("begin_publishing", lease, "coalesce($2, $3, 0) >= 0 AND state IN (1, 2, 3, 4, 8)")),
        Mutant(
            "orphan-restarted",
            "a publication with an unknown outcome begins again as an ordinary task",
            (
                "orphan_publication", "worker = NULL, alone = 0",
                "worker = NULL, alone = 0, state = 1"
            )),
        Mutant(
            "cancellation-ignored", "a job that is being cancelled is published",
            ("locked_job", "cancel_requested,", "0 AS cancel_requested,")),
        Mutant(
            "publication-not-durable", "a power failure undoes the record of a publication",
            undurable: ["beginPublishing"]),
        Mutant(
            "submission-not-durable", "a power failure undoes an accepted submission",
            undurable: ["submit"]),
        Mutant(
            "no-cleanup", "the files of cancelled jobs are not removed",
            ("claimed_tasks", "fencing_token > 0", "fencing_token < 0")),
        Mutant(
            "dependency-ignored", "a task becomes ready before its prerequisites are done",
            ("ready_tasks", "AND unmet_dependencies = 0", "")),
        Mutant(
            "retry-never-due", "a failed attempt is never retried",
            ("wake_delayed", "due <= {now}", "due <= {now} - 1000000000")),
        Mutant(
            "expired-worker-lives",
            "the tasks of deleted workers and expired ones are not reclaimed",
            ("tasks_of_worker", "WHERE worker = $1", "WHERE worker = -$1")),
        Mutant(
            "delivery-forgotten", "a delivery that failed is not repeated",
            ("postpone_delivery", "ELSE {now} + $3", "ELSE NULL")),
        Mutant(
            "limit-ignored", "a tenant's running jobs are not counted",
            ("change_running", "running + $2", "running")),
    ]

    /// Returns the mutant of a name.
    public static func named(_ name: String) -> Mutant? { all.first { $0.name == name } }
}
