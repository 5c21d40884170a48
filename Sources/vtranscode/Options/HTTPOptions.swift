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
            "A file with the token of clients (default: $VTRANSCODE_HTTP_TOKEN).",
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

    /// The shortest token, in bytes; chosen so that clients cannot guess it.
    private static let minTokenLength = 16

    private func token() throws -> String? {
        let token = try Secret.read(file: httpTokenFile, variable: "VTRANSCODE_HTTP_TOKEN")
        guard token.map({ $0.utf8.count >= Self.minTokenLength }) ?? true else {
            throw ValidationError(
                "The token of --http has fewer than \(Self.minTokenLength) characters; create one with openssl rand -hex 32."
            )
        }
        return token
    }

    /// Returns the server, whose host `configure` completes; `nil` without `--http`.
    func service(
        _ store: any QueueStore, allowsPrivateWebhooks: Bool, logger: Logger,
        configure: (inout HTTPService.Host) -> Void
    ) throws -> HTTPService? {
        guard let http else { return nil }
        var settings = HTTPService.Settings(address: try ListenAddress(http))
        settings.token = try token().map(BearerToken.init(secret:))
        settings.root = try root.map { try MediaRoot(AbsolutePath.of($0)) }
        settings.mediaURL = mediaURL
        settings.allowsPrivateWebhooks = allowsPrivateWebhooks
        var host = HTTPService.Host()
        host.converter = settings.root.map { UploadSubmitter(root: $0.path) }
        host.onListening = { port in logger.info("serving HTTP", metadata: ["port": "\(port)"]) }
        configure(&host)
        // Hummingbird logs its address at the same level, without metadata.
        var quiet = logger
        if quiet.logLevel == .info { quiet.logLevel = .notice }
        return try HTTPService(settings, host: host, store: store, logger: quiet)
    }
}
