internal import Foundation
internal import MediaUnits

/// Reads the keys of one section, and collects its problems.
struct BucketSettingsReader {
    private enum Key: String, CaseIterable {
        case endpoint, region, addressing, profile, role, sse
        case kmsKey = "kms-key"
        case storageClass = "storage-class"
        case acl, tags
        case expectedOwner = "expected-owner"
        case requesterPays = "requester-pays"
        case conditionalWrites = "conditional-writes"
        case allowHTTP = "allow-http"
    }

    /// The canned ACLs of S3 that are meant for objects.
    private static let acls = [
        "private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read",
        "bucket-owner-read", "bucket-owner-full-control",
    ]
    /// Classes whose objects must be restored before they can be read.
    private static let archives: Set = ["GLACIER", "DEEP_ARCHIVE"]

    private let section: SectionFile.Section
    private let file: String
    private(set) var problems: [FileProblem] = []

    init(_ section: SectionFile.Section, file: String) {
        self.section = section
        self.file = file
    }

    /// Returns the location of the section's header; `nil` after a problem with it.
    mutating func location(unlike others: [BucketLocation]) -> BucketLocation? {
        guard let location = BucketLocation(section.name) else {
            report(
                section.line, section.column, "\(quoted(section.name)) is not a bucket or a prefix",
                "write [s3://BUCKET] or [s3://BUCKET/PREFIX]")
            return nil
        }
        guard !others.contains(location) else {
            report(
                section.line, section.column,
                "an earlier section has the same bucket and prefix", "merge both sections")
            return nil
        }
        return location
    }

    /// Returns the settings, without those that have problems.
    mutating func configuration() -> BucketConfiguration {
        var settings = BucketConfiguration()
        var seen: [Key: SectionFile.Entry] = [:]
        for entry in section.entries {
            guard let key = key(of: entry) else { continue }
            guard seen.updateValue(entry, forKey: key) == nil else {
                report(key: entry, "`\(entry.key)` is there twice", "remove one of them")
                continue
            }
            guard entry.nested.isEmpty, !entry.value.contains("\n") else {
                report(
                    key: entry, "`\(entry.key)` has indented lines below it",
                    "write its value on one line")
                continue
            }
            guard !entry.value.isEmpty else {
                report(
                    key: entry, "`\(entry.key)` has no value", "write a value, or remove the key")
                continue
            }
            read(key, entry, into: &settings)
        }
        check(&settings, seen)
        return settings
    }

    private mutating func key(of entry: SectionFile.Entry) -> Key? {
        if let key = Key(rawValue: entry.key) { return key }
        let names = Key.allCases.map(\.rawValue)
        let advice =
            if entry.key.hasPrefix("aws_") {
                "write keys into a profile of the shared credentials file, and its name here"
            } else if let name = Suggestion.nearest(to: entry.key, among: names) {
                "did you mean `\(name)`?"
            } else {
                "use one of \(names.joined(separator: ", "))"
            }
        report(key: entry, "there is no key \(quoted(entry.key))", advice)
        return nil
    }

    private mutating func read(
        _ key: Key, _ entry: SectionFile.Entry, into settings: inout BucketConfiguration
    ) {
        let value = entry.value
        switch key {
        case .endpoint: settings.endpoint = endpoint(entry)
        case .region:
            settings.region = name(
                entry, "a region, such as eu-west-1", length: 64, punctuation: "-")
        case .addressing:
            settings.addressing = choice(entry, BucketConfiguration.addressing.keys.sorted())
                .flatMap { BucketConfiguration.addressing[$0] }
        case .profile: settings.profile = value
        case .role:
            guard value.hasPrefix("arn:"), !value.contains(where: \.isWhitespace) else {
                return report(
                    value: entry, "is not a role", "write its ARN: arn:aws:iam::ACCOUNT:role/NAME")
            }
            settings.role = value
        case .sse:
            switch choice(entry, ["s3", "kms"]) {
            case "s3": settings.encryption = .s3
            case "kms": settings.encryption = .kms(key: nil)
            default: break
            }
        case .kmsKey:
            // Applied after all keys are known.
            if value.contains(where: \.isWhitespace) {
                report(value: entry, "is not a key", "write its id or its ARN")
            }
        case .storageClass:
            let found = name(
                entry, "a storage class, such as STANDARD_IA", length: 64, punctuation: "_-")
            if let found, Self.archives.contains(found) {
                return report(
                    value: entry, "is an archive, whose objects cannot be read at once",
                    "use a class with immediate access, such as GLACIER_IR")
            }
            settings.storageClass = found
        case .acl: settings.acl = choice(entry, Self.acls)
        case .tags: settings.tags = tags(entry)
        case .expectedOwner:
            guard value.utf8.count == 12, value.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else {
                return report(value: entry, "is not an account", "write its id of twelve digits")
            }
            settings.expectedOwner = value
        case .requesterPays: settings.isRequesterPays = flag(entry) ?? false
        case .conditionalWrites: settings.hasConditionalWrites = flag(entry) ?? true
        case .allowHTTP: settings.allowsHTTP = flag(entry) ?? false
        }
    }

    /// Checks values that depend on others.
    private mutating func check(
        _ settings: inout BucketConfiguration, _ seen: [Key: SectionFile.Entry]
    ) {
        if let entry = seen[.kmsKey], !entry.value.isEmpty {
            if case .kms = settings.encryption {
                settings.encryption = .kms(key: entry.value)
            } else if seen[.sse].map({ $0.value != "kms" }) ?? true {
                report(key: entry, "`kms-key` has no effect without `sse = kms`", "add it")
            }
        }
        if let entry = seen[.endpoint], let endpoint = settings.endpoint, !endpoint.isSecure,
            !settings.allowsHTTP, !LoopbackHost.isLoopback(endpoint.host)
        {
            report(
                value: entry, "has no TLS: others could read uploads and packages",
                "use https, or add `allow-http = true` in a network that nobody else reads")
        }
    }

    // MARK: Values

    private mutating func endpoint(_ entry: SectionFile.Entry) -> S3Endpoint? {
        do {
            return try S3Endpoint(entry.value)
        } catch {
            // The value is not shown: a URL may have a password.
            report(entry.line, entry.valueColumn, "`endpoint` \(error.message)", error.advice)
            return nil
        }
    }

    private mutating func choice(_ entry: SectionFile.Entry, _ words: [String]) -> String? {
        guard words.contains(entry.value) else {
            let nearest = Suggestion.nearest(to: entry.value, among: words)
            report(
                value: entry, "is not a value of `\(entry.key)`",
                nearest.map { "did you mean `\($0)`?" } ?? "use \(words.joined(separator: ", "))")
            return nil
        }
        return entry.value
    }

    private mutating func flag(_ entry: SectionFile.Entry) -> Bool? {
        choice(entry, ["true", "false"]).map { $0 == "true" }
    }

    /// Returns a value of ASCII letters, digits and `punctuation`.
    private mutating func name(
        _ entry: SectionFile.Entry, _ kind: String, length: Int, punctuation: String
    ) -> String? {
        let isName = entry.value.unicodeScalars.allSatisfy {
            $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
                || punctuation.unicodeScalars.contains($0)
        }
        guard isName, entry.value.utf8.count <= length else {
            report(value: entry, "is not \(kind)", "use letters, digits and `\(punctuation)`")
            return nil
        }
        return entry.value
    }

    /// Reads `KEY=VALUE, KEY=VALUE`, within the limits of S3: ten tags, keys of 128 and values of 256 characters.
    private mutating func tags(_ entry: SectionFile.Entry) -> [String: String] {
        var tags: [String: String] = [:]
        for part in entry.value.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard words.count == 2, (1...128).contains(words[0].count), words[1].count <= 256,
                words.allSatisfy(Self.isTagText), tags[words[0]] == nil
            else {
                report(
                    value: entry, "is not a list of tags",
                    "write KEY=VALUE, KEY=VALUE with different keys, letters, digits and + - = . _ : / @"
                )
                return [:]
            }
            tags[words[0]] = words[1]
        }
        guard tags.count <= 10 else {
            report(value: entry, "has more than ten tags", "an object has ten at most")
            return [:]
        }
        return tags
    }

    private static func isTagText(_ text: String) -> Bool {
        text.allSatisfy { $0.isLetter || $0.isNumber || " +-=._:/@".contains($0) }
    }

    // MARK: Problems

    private mutating func report(key entry: SectionFile.Entry, _ message: String, _ advice: String)
    {
        report(entry.line, entry.column, message, advice)
    }

    private mutating func report(
        value entry: SectionFile.Entry, _ message: String, _ advice: String
    ) {
        report(
            entry.line, entry.valueColumn, "`\(entry.key)`: \(quoted(entry.value)) \(message)",
            advice)
    }

    private mutating func report(_ line: Int, _ column: Int, _ message: String, _ advice: String) {
        problems.append(
            FileProblem(file: file, line: line, column: column, message: message, advice: advice))
    }
}
