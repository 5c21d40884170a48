/// The schema, as steps that are made once and in order; what was released never changes.
enum Migrations {
    /// Of the schema that this program reads and writes.
    static var version: Int { steps.count }

    static let steps: [[String]] = [
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
            // A cancelled job (state 4) gives its key free.
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
            // What workers claim by: one scan of an index, from the first entry.
            "CREATE INDEX task_ready ON task (priority DESC, place, id) WHERE state = 1",
            "CREATE INDEX task_delayed ON task (due) WHERE state = 2",
            // Not `WHERE state = 3`: a planner that knows the state would then take it for everything.
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
            // The virtual clock of each priority: where claims are. What becomes ready is never placed before it.
            """
            CREATE TABLE lane (
                priority integer PRIMARY KEY,
                clock bigint NOT NULL,
                mark bigint NOT NULL,
                moved bigint NOT NULL
            ) {hot}
            """,
            // Where a tenant's last task ends on that clock.
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
            // Narrow, without keys to other tables: it is written every few seconds by every worker.
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
            // What is being cancelled, or only waits for its files to go, gives its key free as well: who submits it again means a
            // new job.
            "DROP INDEX job_key",
            """
            CREATE UNIQUE INDEX job_key ON job (tenant, key)
            WHERE state <> 4 AND cancelling = 0 AND forgotten = 0
            """,
            // A limited tenant's jobs are counted again and again.
            "CREATE INDEX job_running ON job (tenant) WHERE state < 2 AND hold = 0",
            // Claimed even where nothing else is: while the queue is paused, or a disk is full.
            "CREATE INDEX task_cleanup ON task (place, id) WHERE state = 1 AND kind = 'cleanup'",
        ],
        [
            // Whatever is counted for metrics has an index to be counted by: tables are wide, and mostly of what is over.
            "DROP INDEX job_state",
            // Not `WHERE forgotten = 0`: a planner would take it for every list.
            "CREATE INDEX job_listed ON job (state, forgotten, id)",
            // All entries begin alike: so SQLite takes it before the one above.
            "CREATE INDEX job_waiting ON job (state, hold, due) WHERE state = 0 AND hold = 0",
            // By job first: a planner that takes it for a job's tasks does no harm.
            "CREATE INDEX task_waiting ON task (job, id) WHERE state = 0",
            "CREATE INDEX delivery_failed ON delivery (id) WHERE due IS NULL",
        ],
        [
            // A receiver's host: one that does not answer must not keep others waiting. Those that wait already are of one.
            "ALTER TABLE delivery ADD COLUMN host text NOT NULL DEFAULT ''"
        ],
        [
            // How often a publication was looked at and could not be judged.
            "ALTER TABLE task ADD COLUMN looks integer NOT NULL DEFAULT 0"
        ],
        [
            // One tenant's jobs are listed, however many others there are.
            "CREATE INDEX job_tenant ON job (tenant, id)"
        ],
        [
            // Quarantine: the worker runs nothing beside the task; workers that it took down so, in all and in a row without a new
            // artifact; artifacts that the present attempt has finished.
            "ALTER TABLE task ADD COLUMN alone smallint NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN crashes integer NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN crashes_in_row integer NOT NULL DEFAULT 0",
            "ALTER TABLE task ADD COLUMN artifacts integer NOT NULL DEFAULT 0",
            // Who abandoned the task, and does not claim it again before `due`.
            "ALTER TABLE task ADD COLUMN avoids bigint",
            // Suspects that have taken fewer workers down come first.
            "CREATE INDEX task_quarantined ON task (priority DESC, crashes, place, id) WHERE state = 8",
            "CREATE INDEX task_alone ON task (job) WHERE alone = 1",
            // Which busy worker becomes idle for a suspect of a job.
            """
            CREATE TABLE reservation (
                job text PRIMARY KEY,
                worker bigint NOT NULL,
                until bigint NOT NULL
            )
            """,
        ],
    ]
}
