import ArgumentParser
import Foundation
import JobQueue
import Logging
import StatusServer

/// Whether, where and to whom a worker serves the queue over HTTP.
struct HTTPOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Serve the API, metrics and the status page here; anything but loopback needs a token.",
            valueName: "address"))
    var http: String?

    @Option(
        help: ArgumentHelp(
            "Let clients submit uploads below this folder, and show posters from there.",
            valueName: "dir"),
        completion: .directory)
    var root: String?

    @Option(
        help: ArgumentHelp("Where the files below --root are served to players.", valueName: "url"))
    var mediaURL: String?

    @Option(
        help: ArgumentHelp(
            "A file with the token that clients must show (default: $VTRANSCODE_HTTP_TOKEN).",
            valueName: "file"),
        completion: .file())
    var httpTokenFile: String?

    func validate() throws {
        guard http == nil else { return }
        if root != nil || mediaURL != nil || httpTokenFile != nil {
            throw ValidationError("--root, --media-url and --http-token-file go with --http.")
        }
    }

    /// The server, told by `beside` what the worker beside it does; `nil` if none is wanted.
    func service(
        _ store: any QueueStore, allowsPrivateWebhooks: Bool, logger: Logger,
        beside: (inout HTTPService.Host) -> Void
    ) throws -> HTTPService? {
        guard let http else { return nil }
        var settings = HTTPService.Settings(address: try ListenAddress(http))
        settings.token = try Secret.read(file: httpTokenFile, variable: "VTRANSCODE_HTTP_TOKEN")
            .map(BearerToken.init(secret:))
        settings.root = try root.map { try ServedRoot(AbsolutePath.of($0)) }
        settings.mediaURL = mediaURL
        settings.allowsPrivateWebhooks = allowsPrivateWebhooks
        var host = HTTPService.Host()
        host.submitting = settings.root.map { OrderSubmitting(root: $0.path) }
        host.onListening = { port in logger.info("serving HTTP", metadata: ["port": "\(port)"]) }
        beside(&host)
        // Its library tells, too, where it listens, and less.
        var quiet = logger
        if quiet.logLevel == .info { quiet.logLevel = .notice }
        return try HTTPService(settings, host: host, store: store, logger: quiet)
    }
}
