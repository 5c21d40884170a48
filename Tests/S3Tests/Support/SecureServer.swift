import Foundation
import TestSupport

/// An HTTPS server on loopback with a certificate of its own, which responds to HEAD with an ETag.
final class SecureServer: Sendable {
    private static let script = """
        import http.server, ssl, sys
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_HEAD(self):
                self.send_response(200)
                self.send_header("ETag", '"1"')
                self.send_header("Content-Length", "5")
                self.end_headers()
            def log_message(self, *arguments): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[1], sys.argv[2])
        server.socket = context.wrap_socket(server.socket, server_side=True)
        print(server.server_port, flush=True)
        server.serve_forever()
        """

    private let folder: TemporaryFolder
    private let process: RunningCommand
    /// The path of the certificate, which is its own authority.
    let certificate: String
    let url: String

    init() async throws {
        folder = try TemporaryFolder("secure-server")
        let key = folder.file("key.pem").path
        certificate = folder.file("certificate.pem").path
        try await Command(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-noenc", "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
            ]
        ).succeed()
        let server = try await RunningCommand(
            Command("python3", ["-c", Self.script, certificate, key]))
        try await eventually { server.text.hasSuffix("\n") }
        process = server
        url = "https://127.0.0.1:\(server.text.trimmingCharacters(in: .whitespacesAndNewlines))"
    }
}
