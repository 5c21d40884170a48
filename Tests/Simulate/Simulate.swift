import ArgumentParser
import Foundation
import QueueSimulation

/// Runs schedules of the queue's simulation.
@main struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Runs the queue's store with simulated workers, clients and faults.",
        discussion: """
            One seed is one schedule. A violated invariant ends the run with status 1 and the seed, \
            of which --trace prints each call. docs/simulation.md has the details.
            """)

    @Option(help: "Hours to run; without it, a number of schedules.")
    var hours: Double?
    @Option(help: "Number of schedules.")
    var schedules: Int = 1000
    @Option(help: "Seed of the first schedule; the others have the next ones.")
    var seed: UInt64?
    @Option(help: "Prints the calls of the schedule of this seed.")
    var trace: UInt64?
    @Flag(
        help:
            "Checks that each mutant of the store is found, and prints how many schedules that took."
    )
    var mutants = false
    @Option(help: "The name of the only mutant; with --trace, that of the schedule's.")
    var mutant: String?

    @Option(help: "The number of schedules in which a mutant is to be found.")
    var mutantLimit = 3000
    @Option(help: "An invariant that is not checked; may be given several times.")
    var ignore: [String] = []

    private var ignored: Set<Violation.Invariant> {
        Set(ignore.compactMap(Violation.Invariant.init(rawValue:)))
    }

    func validate() throws {
        if let unknown = ignore.first(where: { Violation.Invariant(rawValue: $0) == nil }) {
            let names = Violation.Invariant.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("no invariant \(unknown); there are \(names)")
        }
        if let mutant, Mutant.named(mutant) == nil {
            throw ValidationError("no mutant \(mutant); --mutants lists them")
        }
        guard schedules > 0, hours ?? 1 > 0 else {
            throw ValidationError("give a number above 0")
        }
    }

    func run() async throws {
        SQLiteMemory.configureForOneThread()
        let simulation = try await Simulation()
        if let trace { return try await printTrace(of: trace, simulation) }
        // Runs without --seed have different schedules.
        let first = seed ?? UInt64(Date().timeIntervalSince1970) << 24
        if mutants { return try await findMutants(from: seed ?? 1, simulation) }
        try await runSchedules(from: first, simulation)
    }

    private func printTrace(of seed: UInt64, _ simulation: Simulation) async throws {
        let options = SimulationOptions(
            mutant: mutant.flatMap(Mutant.named), ignored: ignored, isTraced: true)
        let result = try await simulation.run(seed: seed, options)
        for line in result.trace { writeLine(line) }
        writeLine(
            "schedule \(seed): \(result.faults) faults, \(result.steps) steps, \(Self.outcome(result))"
        )
        if result.violation != nil { throw ExitCode.failure }
    }

    private static func outcome(_ result: ScheduleResult) -> String {
        result.violation.map { "violation: \($0)" } ?? "no violation"
    }

    private func runSchedules(from first: UInt64, _ simulation: Simulation) async throws {
        let start = ContinuousClock.now
        var progress = Progress(start: start)
        writeLine("first seed: \(first)")
        var seed = first
        while isDue(progress, start) {
            let result = try await simulation.run(
                seed: seed, SimulationOptions(ignored: ignored))
            progress.add(result)
            if let violation = result.violation {
                writeLine(progress.line)
                writeLine("violation in schedule \(seed): \(violation)")
                writeLine("Scripts/simulate --trace \(seed) prints its calls")
                throw ExitCode.failure
            }
            if progress.isDue { progress.printLine() }
            seed += 1
        }
        writeLine(progress.line)
        writeLine("no violation")
    }

    private func isDue(_ progress: Progress, _ start: ContinuousClock.Instant) -> Bool {
        guard let hours else { return progress.schedules < schedules }
        return start.duration(to: .now) < .seconds(hours * 3600)
    }

    private func findMutants(from first: UInt64, _ simulation: Simulation) async throws {
        var missed = 0
        let chosen = Mutant.all.filter { mutant == nil || $0.name == mutant }
        for mutant in chosen {
            let name = mutant.name.padding(toLength: 26, withPad: " ", startingAt: 0)
            let outcome: String
            do {
                let found = try await mutant.search(
                    from: first, limit: mutantLimit,
                    SimulationOptions(mutant: mutant, ignored: ignored), simulation)
                if found == nil { missed += 1 }
                outcome =
                    found.map { "\($0.schedules) schedules, \($0.violation.invariant.rawValue)" }
                    ?? "not found in \(mutantLimit) schedules"
            } catch let violation as Violation {
                missed += 1
                outcome = "\(violation)"
            }
            writeLine("\(name) \(outcome)  (\(mutant.meaning))")
        }
        writeLine("\(chosen.count - missed) of \(chosen.count) mutants found")
        if missed > 0 { throw ExitCode.failure }
    }
}

/// The counts of a run.
private struct Progress {
    let start: ContinuousClock.Instant
    private(set) var schedules = 0
    private var (faults, steps, commits) = (0, 0, 0)
    private var virtualSeconds = 0.0
    private var lastLine: ContinuousClock.Instant

    init(start: ContinuousClock.Instant) { (self.start, lastLine) = (start, start) }

    mutating func add(_ result: ScheduleResult) {
        schedules += 1
        faults += result.faults
        steps += result.steps
        commits += result.commits
        virtualSeconds += result.seconds
    }

    /// Whether ten seconds have passed since the last line.
    var isDue: Bool { lastLine.duration(to: .now) > .seconds(10) }

    mutating func printLine() {
        lastLine = .now
        writeLine(line)
    }

    var line: String {
        let seconds = start.duration(to: .now) / .seconds(1)
        let cpu = Double(clock()) / Double(CLOCKS_PER_SEC)
        let count = Double(max(1, schedules))
        return String(
            format:
                "%d schedules in %.0f s, %.1f per CPU second; mean: %.1f faults, %.0f calls, %.0f commits, %.0f virtual s",
            schedules, seconds, count / max(0.001, cpu), Double(faults) / count,
            Double(steps) / count, Double(commits) / count, virtualSeconds / count)
    }
}

/// Writes a line that appears at once, also in a file.
private func writeLine(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
