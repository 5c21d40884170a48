/// The role of a token: the requests that its client may send.
public enum Role: String, Sendable, Hashable, CaseIterable {
    /// Submits jobs, and follows jobs whose ids it knows.
    case submit
    /// Reads jobs, statistics, metrics and the status page.
    case read
    /// All requests.
    case operate
}

/// The permission that a route requires.
enum Permission: Sendable, Hashable, CaseIterable {
    /// None: probes cannot present a token, and the login form precedes it.
    case open
    /// To submit jobs.
    case submitJobs
    /// To read one job by its id, which cannot be guessed.
    case readJob
    /// To read the lists and statistics of jobs.
    case readQueue
    /// To read about the whole service, beyond one tenant.
    case readService
    /// To change jobs.
    case changeJobs

    /// The roles that have the permission.
    var roles: Set<Role> {
        switch self {
        case .open, .readJob: Set(Role.allCases)
        case .submitJobs: [.submit, .operate]
        case .readQueue, .readService: [.read, .operate]
        case .changeJobs: [.operate]
        }
    }
}
