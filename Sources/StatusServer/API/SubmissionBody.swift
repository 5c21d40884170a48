internal import Foundation
internal import JobModel
internal import JobQueue
internal import MediaUnits
internal import SystemPackage

/// The body of `POST /api/v1/jobs`.
struct SubmissionBody: Decodable {
    var upload: String
    var output: String
    var preset: String?
    var name: String?
    /// Empty, to leave out the captions beside the upload; `nil` to use them.
    var captions: [String]?
    var from: Rational?
    var to: Rational?
    var cuePoints: [CuePointBody]?
    var priority: Int?
    var tenant: String?
    var key: String?
    var webhook: String?
    var delay: Double?

    enum Field: String, CodingKey, CaseIterable {
        case upload, output, preset, name, captions, from, to, cuePoints, priority, tenant, key,
            webhook
        case delay
    }

    /// A field of any name.
    struct AnyField: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        try Self.checkFields(decoder, of: "a submission", Field.allCases.map(\.rawValue))
        let fields = try decoder.container(keyedBy: Field.self)
        upload = try fields.decode(String.self, forKey: .upload)
        output = try fields.decode(String.self, forKey: .output)
        preset = try fields.decodeIfPresent(String.self, forKey: .preset)
        name = try fields.decodeIfPresent(String.self, forKey: .name)
        captions = try fields.decodeIfPresent([String].self, forKey: .captions)
        guard captions?.isEmpty ?? true else {
            throw Self.error("captions", "not an empty list")
        }
        from = try Self.position(fields, .from)
        to = try Self.position(fields, .to)
        cuePoints = try fields.decodeIfPresent([CuePointBody].self, forKey: .cuePoints)
        // Decoded as a Double: the decoder's error for a fraction does not name the field.
        priority = try fields.decodeIfPresent(Double.self, forKey: .priority).map { number in
            guard let whole = Int(exactly: number) else {
                throw Self.error("priority", "not an integer")
            }
            return whole
        }
        tenant = try fields.decodeIfPresent(String.self, forKey: .tenant)
        key = try fields.decodeIfPresent(String.self, forKey: .key)
        webhook = try fields.decodeIfPresent(String.self, forKey: .webhook)
        delay = try fields.decodeIfPresent(Double.self, forKey: .delay)
    }

    /// Checks that an object has no other fields.
    static func checkFields(
        _ decoder: any Decoder, of object: String, _ valid: [String]
    ) throws {
        let names = try decoder.container(keyedBy: AnyField.self).allKeys.map(\.stringValue)
        guard let unknown = names.sorted().first(where: { !valid.contains($0) }) else { return }
        throw APIError(
            .unknownField, "\"\(unknown.prefix(100))\" is not a field of \(object)",
            advice: "valid fields are \(valid.joined(separator: ", "))")
    }

    /// Decodes a time, either as a text in the format of the command line or as a number of seconds.
    private static func position(
        _ fields: KeyedDecodingContainer<Field>, _ field: Field
    ) throws -> Rational? {
        guard fields.contains(field), try !fields.decodeNil(forKey: field) else { return nil }
        let text =
            // The text of a Decimal has no exponent, unlike that of a small or large Double.
            if let number = try? fields.decode(Decimal.self, forKey: field) { "\(number)" } else {
                try fields.decode(String.self, forKey: field)
            }
        guard let position = TimeText.position(text) else {
            throw error(
                field.rawValue, "not a time: give seconds, or a text such as 90s, 1:30 or 1:02:03.5"
            )
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
            throw Self.error(key.stringValue, "missing")
        } catch let DecodingError.typeMismatch(type, context) {
            guard let field = context.codingPath.last?.stringValue else { throw Self.notAnObject }
            throw Self.error(field, "not a \(Self.name(of: type))")
        } catch let DecodingError.dataCorrupted(context) {
            guard let field = context.codingPath.last?.stringValue else { throw Self.notAnObject }
            throw Self.error(field, "out of range")
        } catch is DecodingError {
            throw Self.notAnObject
        }
    }

    /// Validates the body, except for media and preset.
    ///
    /// - Throws: `APIError` or `QueueError`.
    func submission(
        below roots: MediaRoots.Pair, allowsPrivateWebhooks: Bool
    ) throws -> UploadSubmission {
        if let preset, !Self.isPresetName(preset) {
            throw Self.error("preset", "not the name of a preset")
        }
        if let name, !FolderName.isAllowed(name) {
            throw Self.error("name", "not the name of a folder")
        }
        if let to, to <= from ?? .zero { throw Self.error("to", "not after `from`") }
        return UploadSubmission(
            upload: try Self.checked("upload") { () throws(MediaPathError) in
                try roots.uploads.upload(upload)
            },
            output: try Self.checked("output") { () throws(MediaPathError) in
                try roots.outputs.output(output)
            },
            uploadRoot: roots.uploads.text, outputRoot: roots.outputs.text,
            preset: preset, name: name, excludesSidecars: captions != nil, from: from ?? .zero,
            to: to, cuePoints: try cuePoints.map(Self.cuePoints) ?? [], priority: priority ?? 0,
            tenant: tenant ?? JobRequest.defaultTenant, key: key,
            webhook: try webhook.map {
                try WebhookURL($0, allowsPrivate: allowsPrivateWebhooks).text
            },
            delay: delay ?? 0)
    }

    private static func cuePoints(_ bodies: [CuePointBody]) throws(APIError) -> [CuePoint] {
        guard bodies.count <= CuePointBody.most else {
            throw error("cuePoints", "more than \(CuePointBody.most)")
        }
        var result: [CuePoint] = []
        for (index, body) in bodies.enumerated() {
            do throws(CuePointBody.FieldError) {
                result.append(try body.cuePoint)
            } catch {
                throw self.error("cuePoints[\(index)].\(error.field)", error.message)
            }
        }
        return result
    }

    private static func checked(
        _ field: String, _ path: () throws(MediaPathError) -> String
    ) throws(APIError) -> String {
        do throws(MediaPathError) { return try path() } catch {
            throw APIError(error, field: field)
        }
    }

    /// Whether a text has only letters, digits and dashes; a path does not.
    private static func isPresetName(_ text: String) -> Bool {
        (1...100).contains(text.utf8.count) && !text.hasPrefix(".")
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
                    || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_".utf8.contains(byte)
            }
    }

    private static func error(_ field: String, _ message: String) -> APIError {
        APIError(.badField, "\(field): \(message)", advice: "see docs/openapi.yaml")
    }

    private static let notAnObject = APIError(
        .notJSON, "the body is not a JSON object", advice: "send an object in UTF-8")

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is Double.Type: "number"
        case is [Any].Type: "list"
        default: "text"
        }
    }
}
