import JobQueue
import Testing

@Suite struct WebhookURLTests {
    @Test(arguments: [
        "https://example.com/hooks?key=1", "HTTP://example.com", "http://example.com:8080/",
        "https://8.8.8.8/", "https://[2606:4700:4700::1111]:8443/a", "https://my_host.example.com.",
        "https://localhost.example.com/", "https://example.com/a@b",
    ])
    func publicURLIsAccepted(_ text: String) throws {
        #expect(try WebhookURL(text, allowsPrivate: false).text == text)
    }

    @Test(arguments: [
        "http://127.0.0.1/", "http://127.1", "http://2130706433/", "http://0x7f.1:80/",
        "http://localhost:8080/x", "http://LOCALHOST./", "http://a.localhost/", "http://[::1]/",
        "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest", "http://192.168.0.1?x",
    ])
    func privateURLRequiresPermission(_ text: String) throws {
        let error = try #require(throws: QueueError.self) {
            try WebhookURL(text, allowsPrivate: false)
        }
        #expect(error.code == .badRequest)
        #expect(try WebhookURL(text, allowsPrivate: true).text == text)
    }

    @Test(arguments: [
        "", "example.com", "//example.com", "ftp://example.com", "file:///etc/passwd", "http:/a",
        "gopher://example.com", "https://", "https:///path", "https://:80/", "https://?x",
        "https://user:secret@example.com/", "https://user@example.com/", "https://example.com#top",
        "https://example.com:0/", "https://example.com:65536/", "https://example.com:+80/",
        "https://example.com:/", "https://example.com:http/", "https://[::1", "https://[::1]x/",
        "https://[127.0.0.1]/", "https://[]/", "https://exa mple.com/", "https://example.com/\n",
        "https://example.com\\@127.0.0.1/", "https://ex%61mple.com/", "https://exämple.com/",
        "https://example.com/\u{0}", "https://a/" + String(repeating: "x", count: 2039),
    ])
    func invalidURLIsRejected(_ text: String) {
        #expect(throws: QueueError.self) { try WebhookURL(text, allowsPrivate: true) }
    }

    @Test func lengthIsLimited() throws {
        let text = "https://a/" + String(repeating: "x", count: WebhookURL.maxLength - 10)
        #expect(try WebhookURL(text, allowsPrivate: false).text.utf8.count == WebhookURL.maxLength)
    }
}
