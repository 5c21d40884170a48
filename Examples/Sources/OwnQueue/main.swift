import JobQueue

// A queue of one's own: it knows neither media nor what the tasks do.
let path = CommandLine.arguments.dropFirst().first ?? "example.db"
let queue = try await QueueURL("sqlite:\(path)").open()

// The same key is the same job, however often it is submitted.
let request = JobRequest(
    key: "report-2026-11", payload: "november",
    tasks: [NewTask(kind: "count"), NewTask(kind: "print")])
let submitted = try await queue.submit(request)
print(submitted.isNew ? "submitted" : "known", submitted.job.id)

// A worker claims tasks and completes them; its lease expires unless it sends heartbeats.
let worker = try await queue.register(
    WorkerInfo(name: "example", host: "localhost", process: 1, version: "1"))
while true {
    let tasks = try await queue.claim(worker, count: 4)
    if tasks.isEmpty { break }
    for task in tasks {
        print(task.kind, task.jobPayload)
        _ = try await queue.complete(task.lease, result: nil, adding: [])
    }
}
try await queue.deregister(worker)
