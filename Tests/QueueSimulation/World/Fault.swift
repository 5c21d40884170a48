/// A fault of a schedule.
struct Fault {
    enum Kind: CaseIterable {
        /// The process ends at once; another one starts later.
        case crash
        /// The process is suspended, and continues with what it knew.
        case pause
        /// The store executes the next call, and its response does not arrive.
        case lostReply
        /// The next call does not arrive.
        case lostRequest
        /// The store executes each transaction of the next call twice: the outcome of the first was unknown.
        case repeatedTransaction
        /// The process reaches the store for some time no more.
        case storePartition
        /// The process reaches the file system for some time no more.
        case storagePartition
        /// All processes end, and commits that were not durable are undone.
        case powerFailure
        /// All processes are stopped, and the store continues with a backup.
        case restoredBackup
        /// The wall clock is wrong until it is corrected.
        case clockJump
        /// The worker gets SIGTERM.
        case drain
    }

    /// The moment of a fault.
    enum Trigger {
        /// Before the step of this number.
        case step(Int)
        /// Before or after a call or an operation on files of this name, for the n-th time; or before a step at the latest.
        case call(String, isAfter: Bool, count: Int, latest: Int)
    }

    let kind: Kind
    var trigger: Trigger

    /// Calls beside which a fault finds most.
    private static let calls = [
        "submit", "cancel", "retry", "register", "claim", "claim", "claimSuspect", "claimCleanups",
        "report", "complete", "complete", "complete", "beginPublishing", "beginPublishing",
        "commit", "commit", "removeWorkspace", "fail", "release", "deregister", "maintain",
        "claimPublications", "claimDeliveries", "delivered", "send", "stage", "write",
    ]

    /// Chooses the faults of a schedule: three to seven.
    static func choose(_ random: SeededRandom) -> [Fault] {
        (0..<random.number(3...7)).map { _ in
            let latest = random.number(10...700)
            let trigger: Trigger =
                random.chance(40)
                ? .step(latest)
                : .call(
                    random.element(calls), isAfter: random.chance(60),
                    count: random.number(1...4), latest: latest)
            return Fault(kind: kind(random), trigger: trigger)
        }
    }

    private static func kind(_ random: SeededRandom) -> Kind {
        switch random.number(0...99) {
        case ..<22: .crash
        case ..<36: .pause
        case ..<48: .lostReply
        case ..<53: .lostRequest
        case ..<61: .repeatedTransaction
        case ..<69: .storePartition
        case ..<77: .storagePartition
        case ..<84: .powerFailure
        case ..<91: .restoredBackup
        case ..<96: .clockJump
        default: .drain
        }
    }
}
