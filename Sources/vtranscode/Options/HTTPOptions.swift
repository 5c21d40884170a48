import ArgumentParser
import Foundation
import JobQueue
import Logging
import StatusServer
import Submission

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
        if let mediaURL, !Self.isBase(mediaURL) {
            throw ValidationError(
                "--media-url is an http or https address without a query: https://cdn.example/media."
            )
        }
        guard http == nil else { return }
        if root != nil || mediaURL != nil || httpTokenFile != nil {
            throw ValidationError("--root, --media-url and --http-token-file go with --http.")
        }
    }

    /// Whether paths can be put behind an address.
    private static func isBase(_ address: String) -> Bool {
        guard let url = URLComponents(string: address, encodingInvalidCharacters: false),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { return false }
        return url.query == nil && url.fragment == nil
    }

    /// Bytes of the shortest token: as many as no client can try out.
    private static let shortestToken = 16

    private func token() throws -> String? {
        let token = try Secret.read(file: httpTokenFile, variable: "VTRANSCODE_HTTP_TOKEN")
        guard token.map({ $0.utf8.count >= Self.shortestToken }) ?? true else {
            throw ValidationError(
                "The token of --http has fewer than \(Self.shortestToken) characters; make one: openssl rand -hex 32."
            )
        }
        return token
    }

    /// The server, told by `beside` what the worker beside it does; `nil` if none is wanted.
    func service(
        _ store: any QueueStore, allowsPrivateWebhooks: Bool, logger: Logger,
        beside: (inout HTTPService.Host) -> Void
    ) throws -> HTTPService? {
        guard let http else { return nil }
        var settings = HTTPService.Settings(address: try ListenAddress(http))
        settings.token = try token().map(BearerToken.init(secret:))
        settings.root = try root.map { try ServedRoot(AbsolutePath.of($0)) }
        settings.mediaURL = mediaURL
        settings.allowsPrivateWebhooks = allowsPrivateWebhooks
        var host = HTTPService.Host()
        host.submitting = settings.root.map { UploadSubmitter(root: $0.path) }
        host.onListening = { port in logger.info("serving HTTP", metadata: ["port": "\(port)"]) }
        beside(&host)
        // Its library tells, too, where it listens, and less.
        var quiet = logger
        if quiet.logLevel == .info { quiet.logLevel = .notice }
        return try HTTPService(settings, host: host, store: store, logger: quiet)
    }
}
