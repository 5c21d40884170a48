/// The form of a bucket's URLs.
struct BucketAddress {
    let endpoint: S3Endpoint
    /// The host, and the port unless it is the scheme's own.
    let host: String
    private let start: String

    init(bucket: String, settings: BucketSettings) {
        endpoint = settings.endpoint ?? S3Endpoint(region: settings.region)
        // Certificates for subdomains do not cover names with dots.
        let isVirtual =
            settings.addressing.map { $0 == .virtualHosted }
            ?? (settings.endpoint == nil && !bucket.contains("."))
        host = isVirtual ? "\(bucket).\(endpoint.authority)" : endpoint.authority
        start = isVirtual ? "/" : "/\(bucket)/"
    }

    /// The path of an object, or of the bucket for an empty key; encoded, with `..` and `//` as they are.
    func path(of key: String) -> String { start + PercentEncoding.encode(key, isPath: true) }

    func url(of key: String, query: String) -> String {
        (endpoint.isSecure ? "https://" : "http://") + host + path(of: key)
            + (query.isEmpty ? "" : "?" + query)
    }
}
