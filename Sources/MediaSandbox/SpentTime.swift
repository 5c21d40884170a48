internal import Foundation
package import Storage
internal import Synchronization

/// CPU seconds that an order's steps spend on its upload, wherever they run.
///
/// Each step has an empty file in the order's folder whose name says what it has spent by now: so none waits for another, and
/// one that is killed has counted all the same.
package final class SpentTime: Sendable {
    private static let prefix = "spent-"

    private let folder: String
    /// Which of the files is this step's.
    private let step = UUID().uuidString
    /// Milliseconds that this step's file tells of.
    private let reported = Mutex(0)

    package init(in folder: SharedWorkspace) { self.folder = folder.path }

    /// Of all other steps, those that run right now included.
    func elsewhere() throws(StorageError) -> Double {
        var milliseconds: [Substring: Int] = [:]
        for name in try Folder.names(in: folder) where name.hasPrefix(Self.prefix) {
            let parts = name.dropFirst(Self.prefix.count).split(separator: "-", maxSplits: 1)
            guard parts.count == 2, parts[1] != step, let count = Int(parts[0]),
                // Others write to the folder: three thousand years are no work.
                (0...100_000_000_000_000).contains(count)
            else { continue }
            // One that is renamed right now may show both of its names.
            milliseconds[parts[1]] = max(milliseconds[parts[1]] ?? 0, count)
        }
        return Double(milliseconds.values.reduce(0, +)) / 1000
    }

    /// Tells the others what this step has spent by now.
    package func tell(_ seconds: Double) throws(StorageError) {
        let milliseconds = Int(min(max(seconds, 0), 1e9) * 1000)
        try reported.withLock { reported throws(StorageError) in
            guard milliseconds > reported else { return }
            if reported == 0 {
                try AtomicFile.write("", to: file(milliseconds))
            } else {
                try FilePlacement.replace(file(milliseconds), with: file(reported))
            }
            reported = milliseconds
        }
    }

    private func file(_ milliseconds: Int) -> String {
        "\(folder)/\(Self.prefix)\(milliseconds)-\(step)"
    }
}
