import TestSupport

extension LoopbackServer {
    /// The URL of a webhook with a secret.
    var hook: String { "\(url)/hook?key=1" }
}
