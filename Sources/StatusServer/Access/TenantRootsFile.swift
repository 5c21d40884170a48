public import JobQueue
internal import Storage
internal import SystemPackage

/// The format of a file with the roots of tenants: a line `TENANT OUTPUTS [UPLOADS]` for each.
///
/// Blank lines and lines that begin with `#` are ignored.
public enum TenantRootsFile {
    /// The largest file, in bytes.
    public static let maxSize = 1 << 20

    /// Returns the roots of tenants.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`, whose subject is `FILE:LINE`.
    public static func roots(
        in text: String, named file: String
    ) throws(QueueError) -> [String: MediaRoots.Pair] {
        var roots: [String: MediaRoots.Pair] = [:]
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let tenant = words.first, !tenant.hasPrefix("#") else { continue }
            let name = "\(file):\(index + 1)"
            guard (2...3).contains(words.count), tenant.utf8.count <= 200 else {
                throw QueueError(
                    .badRequest, name, "not a tenant and its roots",
                    advice:
                        "write TENANT OUTPUTS or TENANT OUTPUTS UPLOADS, without white space in names"
                )
            }
            guard roots[tenant] == nil else {
                throw QueueError(
                    .badRequest, name, "an earlier line has the same tenant",
                    advice: "remove one of them")
            }
            let uploads = try words.count == 3 ? root(words[2], name) : nil
            roots[tenant] = MediaRoots.Pair(outputs: try root(words[1], name), uploads: uploads)
        }
        return roots
    }

    private static func root(_ text: String, _ name: String) throws(QueueError) -> SubmissionRoot {
        guard let location = try? Location(checking: text),
            location.path?.isAbsolute ?? true
        else {
            throw QueueError(
                .badRequest, name, "\(text) is neither an absolute path nor a URL",
                advice: "name a folder, or s3://BUCKET/PREFIX")
        }
        do {
            return try SubmissionRoot(location)
        } catch {
            throw QueueError(
                .badRequest, name, "\(error.subject): \(error.message)", advice: error.advice)
        }
    }
}
