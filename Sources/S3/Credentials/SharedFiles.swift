/// The shared config and credentials files of the AWS tools.
struct SharedFiles: Sendable {
    static let source = "shared files"

    /// The values of a profile, from both files.
    struct Profile: Sendable {
        let name: String
        /// The sections with the profile's name; those of the credentials file come first, since its values prevail.
        fileprivate let sections: [SectionFile.Section]

        func value(of key: String) -> String? {
            sections.lazy.compactMap { $0.value(of: key) }.first
        }

        func value(of key: String, in group: String) -> String? {
            sections.lazy.compactMap { $0.value(of: key, in: group) }.first
        }
    }

    /// The paths of both files, whether they exist or not.
    let paths: [String]
    /// Files with secrets that users other than their owners may read.
    let warnings: [String]
    private let credentials: [SectionFile.Section]
    private let config: [SectionFile.Section]

    /// Reads the files that the environment names, or those in the home folder; missing ones have no profiles.
    ///
    /// - Throws: The position of every line that cannot be read.
    init(_ environment: ProcessVariables) throws(CredentialsError) {
        let config = environment.expandingHome(environment["AWS_CONFIG_FILE"] ?? "~/.aws/config")
        let credentials = environment.expandingHome(
            environment["AWS_SHARED_CREDENTIALS_FILE"] ?? "~/.aws/credentials")
        var warnings: [String] = []
        self.credentials = try Self.sections(of: credentials, &warnings)
        self.config = try Self.sections(of: config, &warnings)
        self.warnings = warnings
        paths = [config, credentials]
    }

    private static let secretKeys: Set = ["aws_secret_access_key", "aws_session_token"]

    private static func sections(
        of path: String, _ warnings: inout [String]
    ) throws(CredentialsError) -> [SectionFile.Section] {
        let content: SettingsFile?
        do {
            content = try SettingsFile(at: path)
        } catch {
            throw CredentialsError(source, "\(path): \(error.reason)")
        }
        guard let content else { return [] }
        let file = SectionFile(content.text, file: path)
        guard file.problems.isEmpty else {
            throw CredentialsError(
                source, file.problems.map(\.description).joined(separator: "; "))
        }
        let hasSecret = file.sections.contains {
            $0.entries.contains { secretKeys.contains($0.key) }
        }
        if hasSecret, content.isReadableByOthers {
            warnings.append("\(path) has secrets and is readable by other users: chmod 600 it")
        }
        return file.sections
    }

    /// Returns the profile of a name; `nil` if neither file has it.
    func profile(_ name: String) -> Profile? {
        let found =
            credentials.filter { Self.unquoted($0.name) == name }
            + config.filter { Self.name(of: $0, kind: "profile") == name }
            + (name == "default" ? config.filter { $0.name == "default" } : [])
        return found.isEmpty ? nil : Profile(name: name, sections: found)
    }

    /// Returns the URL that a profile has for a service: in its `services` section, or for all of them.
    func endpoint(of service: String, for profile: Profile) -> String? {
        let services = profile.value(of: "services").flatMap { name in
            config.last { Self.name(of: $0, kind: "services") == name }
        }
        return services?.value(of: "endpoint_url", in: service) ?? profile.value(of: "endpoint_url")
    }

    /// Returns NAME of a header `[KIND NAME]`; `nil` for another kind.
    private static func name(of section: SectionFile.Section, kind: String) -> String? {
        let words = section.name.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0] == kind else { return nil }
        return unquoted(String(words[1].drop(while: \.isWhitespace)))
    }

    private static func unquoted(_ name: String) -> String {
        guard name.count >= 2, let quote = name.first, "\"'".contains(quote), name.last == quote
        else { return name }
        return String(name.dropFirst().dropLast())
    }
}
