/// The schema, as steps that are applied once and in order; a released step never changes.
///
/// Steps contain the numbers of states as they were released. Columns that a later step renames have their old names here.
enum Migrations {
    /// The version of the schema that this program reads and writes.
    static var version: Int { steps.count }

    static let steps: [[SQLText]] = [
        [
            """
            CREATE TABLE job (
                id text PRIMARY KEY,
                tenant text NOT NULL,
                key text NOT NULL,
                state smallint NOT NULL,
                hold smallint NOT NULL,
                priority integer NOT NULL,
                payload text NOT NULL,
                webhook text,
                cancelling smallint NOT NULL DEFAULT 0,
                forgotten smallint NOT NULL DEFAULT 0,
                pending integer NOT NULL,
                created bigint NOT NULL,
                due bigint NOT NULL,
                started bigint,
                finished bigint,
                progress double precision NOT NULL DEFAULT 0,
                remaining double precision,
                note text,
                result text,
                failure text
            ) {hot}
            """,
            // A cancelled job (state 4) releases its idempotency key.
            "CREATE UNIQUE INDEX job_key ON job (tenant, key) WHERE state <> 4",
            "CREATE INDEX job_state ON job (state, id)",
            "CREATE INDEX job_finished ON job (finished) WHERE finished IS NOT NULL",
            "CREATE INDEX job_scheduled ON job (due) WHERE hold = 1",
            "CREATE INDEX job_held ON job (tenant, priority DESC, id) WHERE hold = 2",
            "CREATE INDEX job_open ON job (tenant) WHERE state < 2",
            """
            CREATE TABLE task (
                id {identity},
                job text NOT NULL,
                kind text NOT NULL,
                payload text NOT NULL,
                state smallint NOT NULL,
                priority integer NOT NULL,
                place bigint NOT NULL,
                cost double precision NOT NULL,
                needs integer NOT NULL,
                dependents integer NOT NULL,
                epoch bigint NOT NULL DEFAULT 0,
                attempts integer NOT NULL DEFAULT 0,
                losses integer NOT NULL DEFAULT 0,
                due bigint,
                worker bigint,
                progress double precision NOT NULL DEFAULT 0,
                publication text,
                result text,
                failure text
            ) {hot}
            """,
            // Claiming scans this index from its first entry.
            "CREATE INDEX task_ready ON task (priority DESC, place, id) WHERE state = 1",
            "CREATE INDEX task_delayed ON task (due) WHERE state = 2",
            // Not `WHERE state = 3`: the planner would then use it for every condition on that state.
            "CREATE INDEX task_worker ON task (worker) WHERE worker IS NOT NULL",
            "CREATE INDEX task_publishing ON task (id) WHERE state = 4",
            "CREATE INDEX task_job ON task (job, id)",
            """
            CREATE TABLE need (
                needed bigint NOT NULL,
                task bigint NOT NULL,
                PRIMARY KEY (needed, task)
            )
            """,
            "CREATE INDEX need_task ON need (task)",
            // The virtual clock of each priority: the virtual start time that claims have reached.
            """
            CREATE TABLE lane (
                priority integer PRIMARY KEY,
                clock bigint NOT NULL,
                mark bigint NOT NULL,
                moved bigint NOT NULL
            ) {hot}
            """,
            // The virtual finish time of each tenant's last task.
            """
            CREATE TABLE share (
                tenant text NOT NULL,
                priority integer NOT NULL,
                finish bigint NOT NULL,
                PRIMARY KEY (tenant, priority)
            ) {hot}
            """,
            """
            CREATE TABLE tenant (
                name text PRIMARY KEY,
                weight double precision NOT NULL,
                max_running integer,
                max_queued integer,
                running integer NOT NULL
            ) {hot}
            """,
            // Narrow and without foreign keys: every worker updates its row every few seconds.
            "CREATE TABLE worker (id {identity}, seen bigint NOT NULL) {hot}",
            """
            CREATE TABLE worker_info (
                id bigint PRIMARY KEY,
                info text NOT NULL
            )
            """,
            """
            CREATE TABLE event (
                id {identity},
                job text NOT NULL,
                kind text NOT NULL,
                time bigint NOT NULL,
                failure text,
                result text
            )
            """,
            "CREATE INDEX event_job ON event (job, id)",
            """
            CREATE TABLE delivery (
                id {identity},
                event bigint NOT NULL,
                job text NOT NULL,
                url text NOT NULL,
                attempts integer NOT NULL DEFAULT 0,
                due bigint,
                reason text
            )
            """,
            "CREATE INDEX delivery_due ON delivery (due) WHERE due IS NOT NULL",
            "CREATE INDEX delivery_job ON delivery (job)",
            "CREATE TABLE setting (name text PRIMARY KEY, value text NOT NULL)",
        ],
        [
            // A job that is being cancelled or pruned releases its idempotency key as well.
            "DROP INDEX job_key",
            """
            CREATE UNIQUE INDEX job_key ON job (tenant, key)
            WHERE state <> 4 AND cancelling = 0 AND forgotten = 0
            """,
            // The running jobs of a limited tenant are counted often.
            "CREATE INDEX job_running ON job (tenant) WHERE state < 2 AND hold = 0",
            // Cleanups are claimed even while the queue is paused or a disk is full.
            "CREATE INDEX task_cleanup ON task (place, id) WHERE state = 1 AND kind = 'cleanup'",
        ],
        [
            // Metrics count by indexes: the tables are wide, and most rows are finished.
            "DROP INDEX job_state",
            // Not `WHERE forgotten = 0`: the planner would use it for every list.
            "CREATE INDEX job_listed ON job (state, forgotten, id)",
            // All entries have the same first values, so that SQLite prefers it to the index above.
            "CREATE INDEX job_waiting ON job (state, hold, due) WHERE state = 0 AND hold = 0",
            // The job comes first, so that the planner may use it for the tasks of a job without harm.
            "CREATE INDEX task_waiting ON task (job, id) WHERE state = 0",
            "CREATE INDEX delivery_failed ON delivery (id) WHERE due IS NULL",
        ],
        [
            // The receiver's host, which limits deliveries per host. Existing deliveries count as one host.
            "ALTER TABLE delivery ADD COLUMN host text NOT NULL DEFAULT ''"
        ],
        [
            // The number of times that a publication's outcome could not be determined.
            "ALTER TABLE task ADD COLUMN looks integer NOT NULL DEFAULT 0"
        ],
        [
            // Lists the jobs of one tenant.
            "CREATE INDEX job_tenant ON job (tenant, id)"
        ],
        [
            // Quarantine: whether the task runs alone; its crash count, in all and in a row; the artifacts of the attempt.
            "ALTER TABLE task ADD COLUMN alone smallint NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN crashes integer NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN crashes_in_row integer NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN artifacts integer NOT NULL DEFAULT 0",
            // The worker that abandoned the task and does not claim it again before `due`.
            "ALTER TABLE task ADD COLUMN avoids bigint",
            // Suspects with a smaller crash count come first.
            "CREATE INDEX task_quarantined ON task (priority DESC, crashes, place, id) WHERE state = 8",
            "CREATE INDEX task_alone ON task (job) WHERE alone = 1",
            // The busy worker that becomes idle for a suspect of a job.
            """
            CREATE TABLE reservation (
                job text PRIMARY KEY,
                worker bigint NOT NULL,
                until bigint NOT NULL
            )
            """,
        ],
        [
            // Standard vocabulary: names of tables, columns and indexes.
            "ALTER TABLE job RENAME COLUMN hold TO admission",
            "ALTER TABLE job RENAME COLUMN cancelling TO cancel_requested",
            "ALTER TABLE job RENAME COLUMN forgotten TO pruned",
            "DROP INDEX job_scheduled",
            "CREATE INDEX job_delayed ON job (due) WHERE admission = 1",
            "ALTER TABLE task RENAME COLUMN place TO virtual_start",
            "ALTER TABLE task RENAME COLUMN needs TO unmet_dependencies",
            "ALTER TABLE task RENAME COLUMN epoch TO fencing_token",
            "ALTER TABLE task RENAME COLUMN losses TO reclaims",
            "ALTER TABLE task RENAME COLUMN crashes TO crash_count",
            "ALTER TABLE task RENAME COLUMN crashes_in_row TO consecutive_crashes",
            "ALTER TABLE task RENAME COLUMN looks TO publication_checks",
            "ALTER TABLE task RENAME COLUMN avoids TO abandoned_by",
            "ALTER TABLE worker RENAME COLUMN seen TO heartbeat",
            // New tables instead of renamed ones, so that their indexes get new names on both databases.
            """
            CREATE TABLE virtual_clock (
                priority integer PRIMARY KEY,
                time bigint NOT NULL,
                scan_start bigint NOT NULL,
                advanced bigint NOT NULL
            ) {hot}
            """,
            """
            INSERT INTO virtual_clock (priority, time, scan_start, advanced)
            SELECT priority, clock, mark, moved FROM lane
            """,
            "DROP TABLE lane",
            """
            CREATE TABLE virtual_finish (
                tenant text NOT NULL,
                priority integer NOT NULL,
                time bigint NOT NULL,
                PRIMARY KEY (tenant, priority)
            ) {hot}
            """,
            """
            INSERT INTO virtual_finish (tenant, priority, time) SELECT tenant, priority, finish FROM share
            """,
            "DROP TABLE share",
            """
            CREATE TABLE dependency (
                prerequisite bigint NOT NULL,
                task bigint NOT NULL,
                PRIMARY KEY (prerequisite, task)
            )
            """,
            "INSERT INTO dependency (prerequisite, task) SELECT needed, task FROM need",
            "DROP TABLE need",
            "CREATE INDEX dependency_task ON dependency (task)",
            // Stored payloads. The text before a colon is the name of a member: quotes inside of a string are escaped.
            "UPDATE task SET kind = 'audio' WHERE kind = 'sound'",
            """
            UPDATE task SET payload = replace(payload, '"nodes":', '"chunks":') WHERE kind = 'encode'
            """,
            // The identity of a staged package becomes a text. Members are stored in alphabetical order: the identity is the last one of
            // its object, and `upload` follows the object.
            """
            UPDATE task SET payload = replace(replace(replace(payload,
                '"sealed":{"folder":', '"staged":{"path":'),
                ',"inode":', ',"identity":"'),
                '},"upload":', '"},"upload":')
            WHERE kind = 'publish'
            """,
            """
            UPDATE task SET publication = replace(replace(replace(publication,
                '"sealed":{"folder":', '"staged":{"path":'),
                ',"inode":', ',"identity":"'),
                '},"upload":', '"},"upload":')
            WHERE publication IS NOT NULL
            """,
        ],
        [
            // Fair queueing by CPU time: the sum of a tenant's corrections, and the part of it that a task's start time contains.
            "ALTER TABLE virtual_finish ADD COLUMN correction bigint NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN applied_correction bigint NOT NULL DEFAULT 0",
            // The CPU time of the last attempt, in seconds, as far as it was reported.
            "ALTER TABLE task ADD COLUMN cpu_seconds double precision",
            "ALTER TABLE task ADD COLUMN tenant text NOT NULL DEFAULT ''",
            """
            UPDATE task SET tenant = coalesce((SELECT tenant FROM job WHERE job.id = task.job), '')
            """,
            // The first ready tasks of a tenant.
            "CREATE INDEX task_tenant ON task (tenant, priority, virtual_start, id) WHERE state = 1",
            // Events that earlier versions wrote have no identifier.
            "ALTER TABLE event ADD COLUMN identifier text NOT NULL DEFAULT ''",
            // The highest timeline of each PostgreSQL cluster that has had this queue.
            "CREATE TABLE server_timeline (system_identifier text PRIMARY KEY, timeline bigint NOT NULL)",
            // The last reading of the wall clock, and the time from which it is trusted, in milliseconds since 1970.
            "CREATE TABLE clock_check (id integer PRIMARY KEY, reading bigint NOT NULL, trusted_from bigint NOT NULL)",
        ],
    ]
}
