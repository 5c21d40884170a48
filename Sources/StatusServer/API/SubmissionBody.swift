internal import Foundation
internal import JobModel
internal import JobQueue
internal import MediaUnits

/// The JSON of `POST /api/v1/jobs`.
struct SubmissionBody: Decodable {
    var upload: String
    var output: String
    var preset: String?
    var name: String?
    var from: Rational?
    var to: Rational?
    var priority: Int?
    var tenant: String?
    var key: String?
    var webhook: String?
    var delay: Double?

    enum Field: String, CodingKey, CaseIterable {
        case upload, output, preset, name, from, to, priority, tenant, key, webhook, delay
    }

    private struct AnyField: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        let names = try decoder.container(keyedBy: AnyField.self).allKeys.map(\.stringValue)
        if let unknown = names.sorted().first(where: { Field(rawValue: $0) == nil }) {
            throw APIError(
                .unknownField, "\"\(unknown.prefix(100))\" is no field of a submission",
                advice: "there are \(Field.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let fields = try decoder.container(keyedBy: Field.self)
        upload = try fields.decode(String.self, forKey: .upload)
        output = try fields.decode(String.self, forKey: .output)
        preset = try fields.decodeIfPresent(String.self, forKey: .preset)
        name = try fields.decodeIfPresent(String.self, forKey: .name)
        from = try Self.position(fields, .from)
        to = try Self.position(fields, .to)
        // As a number first: of a fraction, the decoder would not tell the field.
        priority = try fields.decodeIfPresent(Double.self, forKey: .priority).map { number in
            guard let whole = Int(exactly: number) else {
                throw Self.refusal("priority", "it is no whole number")
            }
            return whole
        }
        tenant = try fields.decodeIfPresent(String.self, forKey: .tenant)
        key = try fields.decodeIfPresent(String.self, forKey: .key)
        webhook = try fields.decodeIfPresent(String.self, forKey: .webhook)
        delay = try fields.decodeIfPresent(Double.self, forKey: .delay)
    }

    /// A place in time, as the command line takes it, or a number of seconds.
    private static func position(
        _ fields: KeyedDecodingContainer<Field>, _ field: Field
    ) throws -> Rational? {
        guard fields.contains(field), try !fields.decodeNil(forKey: field) else { return nil }
        let text =
            // Its text has no exponent, as that of a small or great Double has.
            if let number = try? fields.decode(Decimal.self, forKey: field) { "\(number)" } else {
                try fields.decode(String.self, forKey: field)
            }
        guard let position = TimeText.position(text) else {
            throw refusal(
                field.rawValue, "it is no time: give seconds, or a text as 90s, 1:30 or 1:02:03.5")
        }
        return position
    }

    /// Reads a body.
    ///
    /// - Throws: `APIError`.
    init(json: Data) throws {
        do {
            self = try JSONDecoder().decode(SubmissionBody.self, from: json)
        } catch let DecodingError.keyNotFound(key, _) {
            throw Self.refusal(key.stringValue, "it is missing")
        } catch let DecodingError.typeMismatch(type, context) {
            guard let field = context.codingPath.last?.stringValue else { throw Self.notAnObject }
            throw Self.refusal(field, "it is no \(Self.word(for: type))")
        } catch let DecodingError.dataCorrupted(context) {
            guard let field = context.codingPath.last?.stringValue else { throw Self.notAnObject }
            throw Self.refusal(field, "its value is out of range")
        } catch is DecodingError {
            throw Self.notAnObject
        }
    }

    /// Checks what can be checked without knowing media.
    ///
    /// - Throws: `APIError` or `QueueError`.
    func submission(below root: ServedRoot, allowsPrivateWebhooks: Bool) throws -> UploadSubmission
    {
        if let preset, !Self.isPresetName(preset) {
            throw Self.refusal("preset", "it is no preset's name")
        }
        if let name, !FolderName.isAllowed(name) {
            throw Self.refusal("name", "it is no name of a folder")
        }
        if let to, to <= from ?? .zero { throw Self.refusal("to", "it does not lie behind from") }
        return UploadSubmission(
            upload: try Self.checked("upload") { () throws(PathRefusal) in try root.upload(upload)
            },
            output: try Self.checked("output") { () throws(PathRefusal) in try root.output(output)
            },
            preset: preset, name: name, from: from ?? .zero, to: to, priority: priority ?? 0,
            tenant: tenant ?? JobRequest.defaultTenant, key: key,
            webhook: try webhook.map {
                try WebhookURL($0, allowsPrivate: allowsPrivateWebhooks).text
            },
            delay: delay ?? 0)
    }

    private static func checked(
        _ field: String, _ path: () throws(PathRefusal) -> String
    ) throws(APIError) -> String {
        do throws(PathRefusal) { return try path() } catch { throw APIError(error, field: field) }
    }

    /// Letters, digits and dashes: never the path of a file.
    private static func isPresetName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_".utf8.contains(byte)
            }
    }

    private static func refusal(_ field: String, _ reason: String) -> APIError {
        APIError(.badField, "\(field): \(reason)", advice: "see docs/openapi.yaml")
    }

    private static let notAnObject = APIError(
        .notJSON, "the body is no JSON object", advice: "send one, with its fields in UTF-8")

    private static func word(for type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "number"
        default: "text"
        }
    }
}
