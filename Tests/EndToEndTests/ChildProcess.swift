import Foundation

/// The child processes of a run, as Linux tells of them.
enum ChildProcess {
    /// Those that have a file open.
    static func children(of parent: Int32, reading upload: URL) -> [Int32] {
        let path = upload.resolvingSymlinksInPath().path(percentEncoded: false)
        return children(of: parent).filter { child in
            let folder = "/proc/\(child)/fd"
            let open = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return open.contains { descriptor in
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(folder)/\(descriptor)")
                return target == path
            }
        }
    }

    static func children(of parent: Int32) -> [Int32] {
        let tasks = "/proc/\(parent)/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        return threads.flatMap { thread in
            let list = try? String(
                contentsOfFile: "\(tasks)/\(thread)/children", encoding: .utf8)
            return (list ?? "").split(separator: " ").compactMap { Int32($0) }
        }
    }
}
