import ArgumentParser
import Foundation
import JobModel
import JobQueue
import Logging
import StatusServer
import Storage
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
            "The media root: clients may submit uploads and outputs below this folder or s3://BUCKET/PREFIX; posters are served from it.",
            valueName: "root"),
        completion: .directory, transform: Location.argument)
    var root: Location?

    @Option(
        help: ArgumentHelp(
            "The root of uploads, if it is not that of outputs.", valueName: "root"),
        completion: .directory, transform: Location.argument)
    var uploadRoot: Location?

    @Option(
        help: ArgumentHelp(
            "A file with the roots of tenants, read again on SIGHUP: TENANT OUTPUTS [UPLOADS] on each line.",
            valueName: "file"),
        completion: .file())
    var tenantRoots: String?

    @Option(
        help: ArgumentHelp(
            "A file with the tokens of clients, read again on SIGHUP: ROLE[:TENANT] TOKEN on each line, or one token with all rights (default: $VTRANSCODE_HTTP_TOKEN).",
            valueName: "file"),
        completion: .file())
    var httpTokenFile: String?

    func validate() throws {
        guard uploadRoot == nil || root != nil else {
            throw ValidationError("--upload-root requires --root, the root of outputs.")
        }
        guard http == nil else { return }
        let options: [(String, Bool)] = [
            ("--root", root != nil), ("--upload-root", uploadRoot != nil),
            ("--tenant-roots", tenantRoots != nil), ("--http-token-file", httpTokenFile != nil),
        ]
        if let option = options.first(where: \.1)?.0 {
            throw ValidationError("\(option) requires --http.")
        }
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

    /// Reads the roots of uploads and outputs; `nil` if the server has none.
    func roots() throws -> MediaRoots? {
        guard root != nil || tenantRoots != nil else { return nil }
        let common = try root.map {
            MediaRoots.Pair(
                outputs: try SubmissionRoot($0.absolute),
                uploads: try uploadRoot.map { try SubmissionRoot($0.absolute) })
        }
        return MediaRoots(
            common: common, tenants: try tenantRoots.map(Self.tenantRoots(of:)) ?? [:])
    }

    private static func tenantRoots(of file: String) throws -> [String: MediaRoots.Pair] {
        guard let data = FileManager.default.contents(atPath: file),
            data.count <= TenantRootsFile.maxSize
        else { throw ValidationError("--tenant-roots: \(file) is not a readable, short text.") }
        return try TenantRootsFile.roots(in: String(decoding: data, as: UTF8.self), named: file)
    }

    /// Runs an operation; on SIGHUP, reads the files with tokens and roots again, if there are any.
    ///
    /// If a file has an error, its previous content stays valid.
    func reloading<Value>(
        _ tokens: AccessTokens?, _ roots: MediaRoots?, logger: Logger,
        during operation: () async throws -> Value
    ) async rethrows -> Value {
        guard httpTokenFile != nil || tenantRoots != nil else { return try await operation() }
        return try await SignalHandling.handlingHangUps {
            if let tokens, let httpTokenFile {
                Self.reload("tokens", logger) {
                    let read = try Self.tokens(of: httpTokenFile)
                    tokens.replace(with: read)
                    return read.count
                }
            }
            if let roots, let tenantRoots {
                Self.reload("roots of tenants", logger) {
                    let read = try Self.tenantRoots(of: tenantRoots)
                    roots.replaceTenants(with: read)
                    return read.count
                }
            }
        } during: {
            try await operation()
        }
    }

    private static func reload(_ name: String, _ logger: Logger, _ body: () throws -> Int) {
        do {
            let count = try body()
            logger.notice("\(name) loaded again", metadata: ["count": "\(count)"])
        } catch {
            logger.error(
                "could not load \(name) again, the previous ones stay valid",
                metadata: ["error": "\(error)"])
        }
    }

    /// Returns the server, whose host `configure` completes; `nil` without `--http`.
    func service(
        _ store: any QueueStore, _ tokens: AccessTokens?, _ roots: MediaRoots?,
        _ links: PackageLinks, allowsPrivateWebhooks: Bool, storage: StorageRegistry,
        keys: SecretKeys, logger: Logger,
        configure: (inout HTTPService.Host) -> Void
    ) throws -> HTTPService? {
        guard let http else { return nil }
        var settings = HTTPService.Settings(address: try ListenAddress(http))
        settings.tokens = tokens
        settings.roots = roots
        settings.links = links
        settings.allowsPrivateWebhooks = allowsPrivateWebhooks
        var host = HTTPService.Host()
        host.storage = storage
        let slots = HashingSlots()
        if roots != nil {
            host.converter = UploadSubmitter(storage: storage, keys: keys, slots: slots)
        }
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
