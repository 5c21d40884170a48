import ArgumentParser
import Foundation
import Scheduling

/// Executes graphs with measured costs on the program's schedule, in virtual time; prints one JSON object.
@main
struct ScheduleSimulation: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Simulate a run on a number of cores; reads graphs as JSON from standard input.")

    @Option(help: "The number of cores, which is also the number of jobs at a time.")
    var cores: Int

    @Option(help: "The memory for jobs, in bytes.")
    var memory: Int

    func run() throws {
        let graphs = try JSONDecoder().decode(
            [SimulatedGraph].self, from: FileHandle.standardInput.readToEnd() ?? Data())
        let run = try SimulatedRun(graphs, cores: cores, memory: memory)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        print(String(decoding: try encoder.encode(run), as: UTF8.self))
    }
}
