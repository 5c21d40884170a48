import ArgumentParser
import Foundation
import JobQueue
import Logging
import StatusServer
import Submission
import SystemPackage

/// The HTTP server of a worker.
struct HTTPOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address to serve the API, metrics and the status page at; an address other than loopback requires a token.",
            valueName: "address"))
    var http: String?

    @Option(
        help: ArgumentHelp(
            "The media root: clients may submit uploads below this folder; posters are served from it.",
            valueName: "dir"),
        completion: .directory)
    var root: FilePath?

    @Option(
        help: ArgumentHelp(
            "The URL at which the files of --root are served to players.", valueName: "url"))
    var mediaURL: String?

    @Option(
        help: ArgumentHelp(
            "A file with the tokens of clients, read again on SIGHUP: ROLE[:TENANT] TOKEN on each line, or one token with all rights (default: $VTRANSCODE_HTTP_TOKEN).",
            valueName: "file"),
        completion: .file())
    var httpTokenFile: String?

    func validate() throws {
        if let mediaURL, !Self.isBase(mediaURL) {
            throw ValidationError(
                "--media-url must be an http or https URL without a query: https://cdn.example/media."
            )
        }
        guard http == nil else { return }
        if root != nil || mediaURL != nil || httpTokenFile != nil {
            throw ValidationError("--root, --media-url and --http-token-file require --http.")
        }
    }

    /// Whether paths can be appended to a URL.
    private static func isBase(_ address: String) -> Bool {
        guard let url = URLComponents(string: address, encodingInvalidCharacters: false),
            ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
        else { return false }
        return url.query == nil && url.fragment == nil
    }

    /// Reads the tokens of the file, or that of the environment; `nil` without both.
    func tokens() throws -> AccessTokens? {
        if let httpTokenFile { return AccessTokens(try Self.tokens(of: httpTokenFile)) }
        let variable = "VTRANSCODE_HTTP_TOKEN"
        return try Secret.read(file: nil, variable: variable).map {
            AccessTokens([try AccessToken.unrestricted($0, name: variable)])
        }
    }

    private static func tokens(of file: String) throws -> [AccessToken] {
        try TokenFile.tokens(
            in: try Secret.content(of: file, maxSize: TokenFile.maxSize), named: file)
    }

    /// Runs an operation; on SIGHUP, reads the file with tokens again, if there is one.
    ///
    /// If the file has an error, the previous tokens stay valid.
    func reloading<Value>(
        _ tokens: AccessTokens?, logger: Logger, during operation: () async throws -> Value
    ) async rethrows -> Value {
        guard let tokens, let httpTokenFile else { return try await operation() }
        return try await SignalHandling.handlingHangUps {
            do {
                let read = try Self.tokens(of: httpTokenFile)
                tokens.replace(with: read)
                logger.notice("tokens loaded again", metadata: ["tokens": "\(read.count)"])
            } catch {
                logger.error(
                    "could not load tokens again, the previous ones stay valid",
                    metadata: ["error": "\(error)"])
            }
        } during: {
            try await operation()
        }
    }

    /// Returns the server, whose host `configure` completes; `nil` without `--http`.
    func service(
        _ store: any QueueStore, _ tokens: AccessTokens?, allowsPrivateWebhooks: Bool,
        logger: Logger, configure: (inout HTTPService.Host) -> Void
    ) throws -> HTTPService? {
        guard let http else { return nil }
        var settings = HTTPService.Settings(address: try ListenAddress(http))
        settings.tokens = tokens
        settings.root = try root.map { try MediaRoot(AbsolutePath.of($0)) }
        settings.mediaURL = mediaURL
        settings.allowsPrivateWebhooks = allowsPrivateWebhooks
        var host = HTTPService.Host()
        let slots = HashingSlots()
        host.converter = settings.root.map { UploadSubmitter(root: $0.path, slots: slots) }
        host.onListening = { port in logger.info("serving HTTP", metadata: ["port": "\(port)"]) }
        configure(&host)
        let metrics = host.metrics
        host.metrics = { metrics() + slots.counts.metrics }
        // Hummingbird logs its address at the same level, without metadata.
        var quiet = logger
        if quiet.logLevel == .info { quiet.logLevel = .notice }
        return try HTTPService(settings, host: host, store: store, logger: quiet)
    }
}
