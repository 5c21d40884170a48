import ArgumentParser
import JobModel
import Logging
import MediaUnits
import Storage
import Submission
import SystemPackage
import Testing
import Transcoding

@testable import MediaModel
@testable import vtranscode

@Suite struct CommandLineTests {
    private static func parse<Command>(_ arguments: String..., as: Command.Type) throws -> Command {
        try #require(try MainCommand.parseAsRoot(arguments) as? Command)
    }

    @Test(arguments: ["-clip.mp4", "--json", "concat:a|b", "a b.mp4", ""])
    func anyFileNameIsAccepted(name: String) throws {
        let command = try Self.parse("probe", "--json", "--", name, as: ProbeCommand.self)
        #expect(command.uploads == [Location(FilePath(name))])
        #expect(command.json)
    }

    @Test func runParsesItsOptions() throws {
        let command = try Self.parse(
            "run", "in", "b.mp4", "--output", "out", "--jobs", "3", "--memory", "512M", "--force",
            "--events", "ndjson", "--quiet", "-vv", as: RunCommand.self)
        #expect(command.uploads == [Location("in"), Location("b.mp4")])
        #expect(command.output == Location("out"))
        #expect(command.preset.preset == "hls-ladder")
        #expect(command.resources.jobs == 3)
        #expect(command.events == .ndjson)
        #expect(command.force && command.report.quiet)
        #expect(command.log.logger.logLevel == .trace)
    }

    @Test func hostSetsTheDefaults() throws {
        let command = try Self.parse("run", "in", "--output", "out", as: RunCommand.self)
        #expect(command.resources.jobs == HostResources.current.cores)
        #expect(command.resources.memory == HostResources.current.memoryBudget)
        #expect(command.log.logger.logLevel == .critical)
    }

    @Test(arguments: ["run", "plan", "compress"])
    func trimRangeIsParsed(name: String) throws {
        let output = name == "plan" ? [] : ["--output", "out"]
        let command = try MainCommand.parseAsRoot(
            [name, "a.mp4", "--from", "1:30", "--to", "100.5s"] + output)
        let trim =
            (command as? RunCommand)?.trim ?? (command as? PlanCommand)?.trim
            ?? (command as? CompressCommand)?.trim
        #expect(trim?.value == TrimRequest(from: Rational(90), to: Rational(201, 2)))
    }

    @Test(arguments: ["run", "plan", "queue add"])
    func cuePointsAreParsed(name: String) throws {
        let output = name == "plan" ? [] : ["--output", "out"]
        let command = try MainCommand.parseAsRoot(
            name.split(separator: " ").map(String.init) + ["a.mp4", "--cue", "start"]
                + ["--cue", "1:30,asset-list=https://a/b,c?d=e,f,id=x 1,duration=30"] + output)
        let cue =
            (command as? RunCommand)?.cue ?? (command as? PlanCommand)?.cue
            ?? (command as? QueueAddCommand)?.cue
        #expect(
            cue?.cuePoints == [
                CuePoint(.start),
                CuePoint(
                    .time(Rational(90)), id: "x 1", duration: Rational(30),
                    assetList: "https://a/b,c?d=e,f"),
            ])
    }

    @Test(arguments: [
        "soon", "", "-1", "5,id=", "5,id=a,id=b", "5,duration=0", "5,name=a",
        "5,asset-list=http://a",
        "5,asset-list=https://user@a/", "5,", "50%",
    ])
    func unusableCuePointIsRefused(_ text: String) {
        #expect(throws: (any Error).self) {
            try MainCommand.parseAsRoot(["plan", "a", "--cue=\(text)"])
        }
    }

    @Test(arguments: [
        ["plan", "a", "--from", "2", "--to", "2"], ["plan", "a", "--from", "2", "--to", "1"],
        ["plan", "a", "--to", "0"], ["plan", "a", "--from", "soon"], ["plan", "a", "--from=-1"],
        ["run", "in"], ["run", "--output", "out"], ["run", "in", "--output", "out", "--jobs", "0"],
        ["run", "in", "--output", "out", "--jobs", "many"],
        ["run", "in", "--output", "out", "--memory", "0"],
        ["run", "in", "--output", "out", "--memory", "lots"],
        ["run", "a", "b", "--output", "out", "--name", "x"],
        ["run", "a", "--output", "out", "--name", ""],
        ["run", "a", "--output", "out", "--events", "xml"],
        ["compress", "a", "--output", "b", "--quality", "best"], ["plan"], ["frobnicate"],
        ["queue", "add", "a", "--output", "b", "--name", "../x"],
        ["queue", "add", "a", "--output", "b", "--name", ".x"],
        ["queue", "tenant", "t", "--weight", "0"], ["queue", "tenant", "t", "--running=-1"],
        ["queue", "add", "a", "--output", "b", "--priority", "101"],
        ["queue", "show", "nonsense"], ["queue", "cancel", "nonsense"],
        ["queue", "list", "--before", "nonsense"], ["watch", "in", "--output", "in/out"],
        ["worker", "--name", ""], ["worker", "--name", " "],
        ["run", "a", "--output", "b", "--formats", "old"], ["probe", "a", "--formats", ""],
        ["worker", "--http", "1", "--media-url", "foo"],
        ["worker", "--http", "1", "--media-url", "ftp://cdn.example/"],
        ["worker", "--http", "1", "--media-url", "https:///media"],
        ["worker", "--http", "1", "--media-url", "https://cdn.example/?a=b"],
        ["worker", "--media-url", "https://cdn.example/media"],
        ["watch", "", "--output", "out"], ["watch", "in", "--output", ""],
        ["watch", "s3://b-1/in", "--output", "s3://b-1/in/out"],
        ["watch", "s3://b-1/in", "--output", "out", "--settle", "1"],
        ["watch", "in", "--output", "out", "--interval", "60"],
        ["watch", "in", "--output", "out", "--ordered-keys"],
        ["watch", "s3://b-1/in", "--output", "out", "--interval", "0"],
        ["watch", "https://host/in", "--output", "out"],
    ])
    func invalidCommandLinesAreUsageErrors(arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) { try MainCommand.parseAsRoot(arguments) }
        #expect(
            MainCommand.exitCode(for: try #require(error)).rawValue == CommandStatus.usage.rawValue)
    }

    @Test func validValuesAreAccepted() throws {
        let add = try Self.parse(
            "queue", "add", "a", "--output", "b", "--priority", "-5", as: QueueAddCommand.self)
        #expect(add.terms.priority == -5)
        let worker = try Self.parse(
            "worker", "--http", "1", "--root", "/srv", "--media-url",
            "https://cdn.example:8443/media/", "--media-url", "s3://packages/a=b=http://cdn/x",
            as: WorkerCommand.self)
        let links = try worker.mediaURL.links(root: worker.server.root)
        #expect(links.url(of: "/srv/a/b") == "https://cdn.example:8443/media/a/b")
        #expect(links.url(of: "s3://packages/a=b/c") == "http://cdn/x/c")
    }

    /// Every command whose uploads are decoded.
    @Test(arguments: [
        ["run", "a", "--output", "b"], ["probe", "a"], ["plan", "a"],
        ["compress", "a", "--output", "b"], ["thumbnails", "a", "--output", "b"],
        ["queue", "add", "a", "--output", "b"], ["watch", "a", "--output", "b"],
    ])
    func formatsAreAnOption(arguments: [String]) throws {
        for formats in FormatSet.allCases {
            _ = try MainCommand.parseAsRoot(arguments + ["--formats", formats.rawValue])
        }
    }

    /// A value that begins with a dash is parsed as a value.
    @Test(arguments: [
        (
            ["queue", "add", "a", "--output", "b", "--priority", "-101"],
            "--priority must be -100 to 100"
        ),
        (["queue", "add", "a", "--output", "b", "--delay", "-5"], "'-5' is not a duration"),
        (["queue", "list", "--limit", "-1"], "--limit must be 1 to 10000"),
        (["queue", "prune", "--older-than", "-1"], "'-1' is not a duration"),
        (["queue", "tenant", "t", "--running", "-1"], "--running and --queued must be 1 or more"),
        (["watch", "in", "--output", "out", "--settle", "-1"], "'-1' is not a duration"),
        (["worker", "--keep-jobs", "-1"], "'-1' is not a duration"),
        (["worker", "--keep-artifacts", "soon"], "'soon' is not a duration"),
        (
            ["probe", "s3://My_Bucket/a"],
            "the name of its bucket is not 3 to 63 lower-case letters"
        ),
        (["run", "a", "--output", "https://"], "it is no URL of a web server"),
        (["plan", "a", "--formats", "old"], "'old' is not a set of formats; use modern or all"),
    ])
    func invalidValueIsReported(arguments: [String], words: String) throws {
        let error = #expect(throws: (any Error).self) { try MainCommand.parseAsRoot(arguments) }
        #expect(MainCommand.message(for: try #require(error)).contains(words))
    }

    @Test func bucketsAreWatched() throws {
        let command = try Self.parse(
            "watch", "s3://b-1/in", "--output", "out", "--interval", "1m", "--lookback", "1h",
            "--ordered-keys", as: WatchCommand.self)
        #expect(
            command.listings.settings
                == PrefixWatcher.Settings(interval: 60, lookback: 3600, hasOrderedKeys: true))
        let other = try Self.parse("watch", "s3://b-1/in", "--output", "out", as: WatchCommand.self)
        #expect(other.listings.settings == PrefixWatcher.Settings(interval: 30, lookback: 600))
    }

    /// Every command that writes to buckets.
    @Test(arguments: [
        ["run", "a", "--output", "b"], ["compress", "a", "--output", "b"],
        ["thumbnails", "a", "--output", "b"], ["index", "a"], ["package", "remove", "a"],
        ["gc", "a"], ["worker"],
    ])
    func conditionsOfWritesMayBeOff(arguments: [String]) throws {
        _ = try MainCommand.parseAsRoot(arguments + ["--no-conditional-writes"])
    }

    /// ArgumentParser repeats the value.
    @Test(arguments: [
        ["probe", "https://user:hush@host/a.mp4?X-Amz-Signature=hush"],
        ["run", "a", "--output=https://user:hush@host/a?token=hush"],
        ["compress", "a", "--output", "http://:hush@/?hush#hush"],
    ])
    func usageErrorsHaveNoSecretsOfURLs(arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) { try MainCommand.parseAsRoot(arguments) }
        let message = MainCommand.fullMessage(for: try #require(error))
        #expect(message.contains("hush"))
        let shown = UsageText.withoutSecrets(message, of: arguments)
        #expect(!shown.contains("hush") && shown.contains("://"))
    }

    @Test func eachCommandHasExamples() {
        let groups = MainCommand.configuration.subcommands
        let commands = groups + groups.flatMap { $0.configuration.subcommands }
        #expect(commands.count >= 10)
        for command in commands {
            #expect(command.configuration.discussion.contains("EXAMPLES\n  vtranscode "))
            let help = command.helpMessage(columns: 80)
            #expect(
                help.contains("--verbose") || help.contains("--log-level")
                    || !command.configuration.subcommands.isEmpty)
        }
    }
}
