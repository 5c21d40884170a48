import JobModel
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_767_323_045_625, "2026-01-02T03:04:05.625Z"),
            (4_102_444_799_999, "2099-12-31T23:59:59.999Z"),
        ] as [(Int64, String)])
    func textIsISO8601(_ milliseconds: Int64, _ text: String) throws {
        #expect(Timestamp(milliseconds).text == text)
        #expect(try PayloadJSON.text([Timestamp(milliseconds)]) == "[\"\(text)\"]")
        let read: [Timestamp] = try PayloadJSON.value("[\"\(text)\"]")
        #expect(read == [Timestamp(milliseconds)])
    }

    @Test(arguments: ["[\"\"]", "[\"yesterday\"]", "[17]", "[\"2026-01-02\"]"])
    func invalidTimeIsRejected(_ json: String) {
        #expect(throws: DecodingError.self) { try PayloadJSON.value(json) as [Timestamp] }
    }
}
