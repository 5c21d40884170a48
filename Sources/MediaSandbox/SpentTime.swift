internal import Foundation
package import Storage
internal import Synchronization
internal import SystemPackage

/// The CPU time that the tasks of a job spend on its upload, on all hosts.
///
/// Each attempt has an empty file in the job's workspace whose name holds the time that the attempt has spent so far. No
/// attempt waits for another one, and the time of a killed attempt counts.
package final class SpentTime: Sendable {
    private static let prefix = "spent-"

    private let folder: FilePath
    /// The identifier of this attempt in the name of its file.
    private let attempt = UUID().uuidString
    /// Milliseconds in the name of this attempt's file; 0 before there is one.
    private let recorded = Mutex(0)

    package init(in workspace: any JobWorkspace) { folder = workspace.path }

    /// Returns the CPU seconds of all other attempts, including those that are running.
    func spentByOthers() throws(StorageError) -> Double {
        var milliseconds: [Substring: Int] = [:]
        for name in try Folder.names(in: folder) where name.hasPrefix(Self.prefix) {
            let fields = name.dropFirst(Self.prefix.count).split(separator: "-", maxSplits: 1)
            guard fields.count == 2, fields[1] != attempt, let count = Int(fields[0]),
                // Other programs write to the folder: more than three thousand years are not CPU time.
                (0...100_000_000_000_000).contains(count)
            else { continue }
            // During a rename, a listing may have both names of a file.
            milliseconds[fields[1]] = max(milliseconds[fields[1]] ?? 0, count)
        }
        return Double(milliseconds.values.reduce(0, +)) / 1000
    }

    /// Records the CPU seconds that this attempt has spent so far, for the other attempts.
    package func record(_ seconds: Double) throws(StorageError) {
        let milliseconds = Int(min(max(seconds, 0), 1e9) * 1000)
        try recorded.withLock { recorded throws(StorageError) in
            guard milliseconds > recorded else { return }
            if recorded == 0 {
                try AtomicFile.write("", to: file(milliseconds))
            } else {
                try FilePlacement.replace(file(milliseconds), with: file(recorded))
            }
            recorded = milliseconds
        }
    }

    private func file(_ milliseconds: Int) -> FilePath {
        folder.appending("\(Self.prefix)\(milliseconds)-\(attempt)")
    }
}
