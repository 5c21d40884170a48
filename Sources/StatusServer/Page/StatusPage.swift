internal import JobQueue

/// The status page: running, failed, waiting and finished jobs, and workers.
struct StatusPage: Sendable {
    let stats: QueueStats
    let isDraining: Bool
    let client: Client
    let processing: [JobCard]
    let failed: [JobCard]
    let queued: [JobCard]
    let completed: [JobCard]

    /// The number of jobs that the page shows, by status.
    static let limits: [JobState: Int] = [
        .processing: 60, .failed: 12, .queued: 8, .completed: 18,
    ]

    var html: HTML {
        """
        <header>
        <h1><span class="logo" aria-hidden="true"></span>vtranscode</h1>
        <p id="state" class="state \(stateClass)"><span class="dot" aria-hidden="true"></span>\(state)</p>
        </header>
        <main id="main">
        <dl class="tiles" id="tiles">
        \(HTML(tiles))
        </dl>
        \(section("processing", "Processing", processing, of: .processing, card: \.running))
        \(section("failed", "Failed", failed, of: .failed, card: \.failure))
        \(section("queued", "Waiting", queued, of: .queued, card: \.waiting))
        \(section("completed", "Finished", completed, of: .completed, card: \.finished))
        \(isEmpty ? empty : "")
        \(workers)
        </main>
        <footer>
        <p><a href="/api/v1/jobs">API</a> \(metricsLink)<a href="/healthz">Health</a></p>
        <p id="live" class="live" role="status">Reload the page to update it.</p>
        </footer>
        """
    }

    private var metricsLink: HTML {
        client.has(.readService) ? "<a href=\"/metrics\">Metrics</a> " : ""
    }

    // MARK: Numbers

    /// Whether the page has workers, which do not belong to a tenant.
    private var hasWorkers: Bool { client.tenant == nil }

    private var isEmpty: Bool {
        processing.isEmpty && failed.isEmpty && queued.isEmpty && completed.isEmpty
    }

    private var state: String {
        if isDraining { return "Draining: this worker claims no tasks" }
        if stats.isPaused { return "Paused: workers claim no tasks" }
        guard hasWorkers else { return "Running" }
        return stats.workers.isEmpty ? "No workers" : "Running"
    }

    private var stateClass: String {
        if isDraining || stats.isPaused { return "held" }
        return hasWorkers && stats.workers.isEmpty ? "stopped" : "good"
    }

    private var tiles: [HTML] {
        func count(_ state: JobState) -> Int { stats.jobs[state] ?? 0 }
        let ready = stats.tasks[.ready] ?? 0
        let running = (stats.tasks[.running] ?? 0) + (stats.tasks[.publishing] ?? 0)
        let jobs = [
            tile(
                "processing", "Processing", DisplayText.count(count(.processing)),
                DisplayText.plural(running, "task")),
            tile(
                "queued", "Waiting", DisplayText.count(count(.queued)),
                DisplayText.plural(ready, "task") + " ready"),
            tile(
                "oldest", "Longest wait", stats.oldestWait.map { DisplayText.duration($0) } ?? "–",
                "of admitted jobs"),
            tile(
                "failed", "Failed", DisplayText.count(count(.failed)),
                stats.deliveriesFailed == 0
                    ? "" : DisplayText.plural(stats.deliveriesFailed, "event") + " undelivered"),
            tile("completed", "Finished", DisplayText.count(count(.completed)), ""),
        ]
        guard hasWorkers else { return jobs }
        let workers = tile(
            "workers", "Workers", DisplayText.count(stats.workers.count),
            stats.deliveriesPending == 0
                ? "" : DisplayText.plural(stats.deliveriesPending, "event") + " to deliver")
        return jobs + [workers]
    }

    private func tile(_ id: String, _ name: String, _ value: String, _ note: String) -> HTML {
        """
        <div class="tile\(value == "0" ? " zero" : "")" id="tile-\(id)"><dt>\(name)</dt><dd class="value">\(value)</dd><dd class="note">\(note)</dd></div>

        """
    }

    // MARK: Jobs

    private func section(
        _ id: String, _ title: String, _ cards: [JobCard], of state: JobState,
        card: (JobCard) -> HTML
    ) -> HTML {
        guard !cards.isEmpty else { return "" }
        let more = (stats.jobs[state] ?? 0) - cards.count
        let note: HTML =
            more > 0
            ? "<p class=\"more\">and \(DisplayText.count(more)) more: <a href=\"/api/v1/jobs?status=\(state.name)\">all of them</a></p>"
            : ""
        return """
            <section id="\(id)" aria-labelledby="\(id)-title">
            <h2 id="\(id)-title">\(title)</h2>
            <ul class="\(id)" id="\(id)-list">
            \(HTML(cards.map(card)))
            </ul>
            \(note)
            </section>
            """
    }

    private var empty: HTML {
        """
        <section id="empty" class="empty">
        <h2>No jobs</h2>
        <p>Submit an upload: <code>vtranscode queue add clip.mp4 --output packages</code></p>
        </section>
        """
    }

    private var workers: HTML {
        guard !stats.workers.isEmpty else { return "" }
        let rows = stats.workers.map { worker -> HTML in
            let heartbeat =
                worker.heartbeatAge < 10
                ? "now" : DisplayText.duration(worker.heartbeatAge) + " ago"
            return """
                <tr id="worker-\(Int(worker.id))"><td>\(worker.info.name)</td><td>\(worker.info.host)</td>\
                <td>\(worker.info.version)</td><td class="number">\(worker.running)</td>\
                <td class="number">\(heartbeat)</td></tr>

                """
        }
        return """
            <section id="workers" aria-labelledby="workers-title">
            <h2 id="workers-title">Workers</h2>
            <div class="scroll"><table>
            <thead><tr><th>Name</th><th>Host</th><th>Version</th><th class="number">Tasks</th>\
            <th class="number">Heartbeat</th></tr></thead>
            <tbody id="worker-list">
            \(HTML(rows))
            </tbody>
            </table></div>
            </section>
            """
    }
}
