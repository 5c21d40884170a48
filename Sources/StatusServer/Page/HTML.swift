/// A text in HTML; interpolated values are escaped unless they are HTML.
struct HTML: ExpressibleByStringInterpolation, Sendable {
    var text: String

    init(stringLiteral value: String) { text = value }

    init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

    init(_ parts: some Sequence<HTML>) { text = parts.map(\.text).joined() }

    struct Interpolation: StringInterpolationProtocol {
        var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation(_ html: HTML) { text += html.text }

        mutating func appendInterpolation(_ number: Int) { text += String(number) }

        mutating func appendInterpolation(_ value: some StringProtocol) {
            for character in value.unicodeScalars {
                switch character {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                default: text.unicodeScalars.append(character)
                }
            }
        }
    }

    /// Creates a complete page, and a content security policy that allows only its own script and style.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - body: The content.
    ///   - script: Whether the page has its script.
    ///   - images: The origins of images, apart from the server itself.
    /// - Returns: The page and the value of the policy's header.
    static func page(
        title: String, body: HTML, script: Bool, images: [String] = []
    ) -> (html: HTML, policy: String) {
        var generator = SystemRandomNumberGenerator()
        let nonce = String(generator.next() as UInt64, radix: 36)
        let scripts: HTML =
            script
            ? """
            <script nonce="\(nonce)">\(HTML(stringLiteral: PageFiles.script))</script>
            """ : ""
        let policy = [
            "default-src 'none'", "style-src 'nonce-\(nonce)'",
            script ? "script-src 'nonce-\(nonce)'" : "script-src 'none'",
            (["img-src 'self' data:"] + images).joined(separator: " "),
            "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        ].joined(separator: "; ")
        let html: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <link rel="icon" href="data:image/svg+xml,\(PageFiles.icon)">
            <style nonce="\(nonce)">\(HTML(stringLiteral: PageFiles.style))</style>
            </head>
            <body>
            \(body)
            \(scripts)
            </body>
            </html>

            """
        return (html, policy)
    }
}

/// The resources of this folder, which every page contains.
enum PageFiles {
    static let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    static let script = String(decoding: PackageResources.page_js, as: UTF8.self)
    static let icon =
        "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E"
        + "%3Crect width='32' height='32' rx='8' fill='%235b5bd6'/%3E"
        + "%3Cpath d='M12 9l11 7-11 7z' fill='white'/%3E%3C/svg%3E"
}
