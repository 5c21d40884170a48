internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The owners of workspaces that share an output folder.
extension SharedWorkspace {
    /// The file that has the owner.
    private static let ownerFile: FilePath.Component = ".queue"

    /// Records the owner of a workspace, unless it is recorded.
    static func record(_ owner: String, in workspace: FilePath) throws(StorageError) {
        guard try self.owner(of: workspace) == nil else { return }
        try AtomicFile.write(owner, to: workspace.appending(ownerFile))
    }

    /// Lists the workspaces of an output folder; none if it does not exist.
    ///
    /// - Throws: `.outside` if they are not below the root.
    static func all(
        output: FilePath, below root: RootFolder?
    ) throws(StorageError) -> [FoundWorkspace] {
        let jobs = parent(output)
        let names: [String]
        do {
            try root?.check(jobs)
            names = try Folder.names(in: jobs)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return []
        }
        var found: [FoundWorkspace] = []
        for name in names where !name.hasPrefix(".") {
            guard let component = FilePath.Component(checking: name) else { continue }
            let path = jobs.appending(component)
            // Other processes remove workspaces.
            guard let status = try? FileStatus(of: path), status.kind == .folder else { continue }
            found.append(
                FoundWorkspace(
                    name: name, owner: (try? owner(of: path)) ?? nil,
                    modificationTime: status.modificationTime))
        }
        return found
    }

    private static func owner(of workspace: FilePath) throws(StorageError) -> String? {
        do {
            let bytes = try RegularFile(workspace.appending(ownerFile)).bytes()
            return String(validating: bytes, as: UTF8.self)
        } catch {
            guard error.errno == ENOENT else { throw error }
            return nil
        }
    }
}
