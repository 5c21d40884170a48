internal import Logging

extension QueueWorker {
    /// Removes files that no task will use; separate from the queue's maintenance, which no file server may delay.
    func maintainFiles() async {
        while true {
            // At random, so that workers which started together do not inspect the same folders together.
            try? await Task.sleep(for: .seconds(.random(in: 20...40)))
            guard !Task.isCancelled else { return }
            do {
                try await performer.maintainFiles(store, logger)
            } catch {
                guard !Task.isCancelled else { return }
                warn("could not maintain files", key: "maintain files", ["error": "\(error)"])
            }
        }
    }
}
