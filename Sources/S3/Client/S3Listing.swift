/// The elements of a listing in order; memory has one page at a time.
package struct S3Listing<Element: Sendable>: Sendable {
    /// One page, and the query of the next one; `nil` at the end.
    struct Page {
        var elements: [Element]
        var next: [String: String]?
        /// The time of the response by the server's clock, in seconds since 1970.
        var time: Double?
    }

    private let fetch: @Sendable ([String: String]) throws(S3Error) -> Page
    private let subject: String
    private var page: ArraySlice<Element> = []
    /// The query of the page after this one; `nil` at the end.
    private var following: [String: String]? = [:]

    /// The time of the first page by the server's clock, in seconds since 1970; `nil` before it, or if the server sent none.
    package private(set) var startTime: Double?

    init(subject: String, fetch: @escaping @Sendable ([String: String]) throws(S3Error) -> Page) {
        self.subject = subject
        self.fetch = fetch
    }

    /// Returns the next element, for which it may fetch a page; `nil` at the end.
    ///
    /// - Throws: `S3Error`; the same call may be repeated.
    package mutating func next() throws(S3Error) -> Element? {
        while page.isEmpty {
            guard let query = following else { return nil }
            page = []
            let fetched = try fetch(query)
            // A page that leads to itself would never end.
            guard fetched.next == nil || fetched.next != query else {
                throw S3Error(
                    .endpoint, subject, "the server repeats a page of its listing",
                    advice: "check the endpoint")
            }
            if query.isEmpty { startTime = fetched.time }
            page = fetched.elements[...]
            following = fetched.next
        }
        return page.popFirst()
    }
}
