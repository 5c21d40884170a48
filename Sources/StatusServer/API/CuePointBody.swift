internal import Foundation
internal import MediaUnits

/// A cue point in the body of `POST /api/v1/jobs`.
struct CuePointBody: Decodable {
    /// The most cue points of a submission; chosen as one for each minute of a day.
    static let most = 1440

    /// A time of the package, as text.
    private let time: String
    private let id: String?
    private let duration: String?
    private let assetList: String?

    /// The reason why a field is not valid.
    struct FieldError: Error {
        let field: String
        let message: String
    }

    private enum Field: String, CodingKey, CaseIterable {
        case time, id, duration, assetList
    }

    init(from decoder: any Decoder) throws {
        try SubmissionBody.checkFields(
            decoder, of: "a cue point", Field.allCases.map(\.rawValue))
        let fields = try decoder.container(keyedBy: Field.self)
        guard let time = try Self.timeText(fields, .time) else {
            throw DecodingError.keyNotFound(
                Field.time, .init(codingPath: fields.codingPath, debugDescription: "no time"))
        }
        self.time = time
        id = try fields.decodeIfPresent(String.self, forKey: .id)
        duration = try Self.timeText(fields, .duration)
        assetList = try fields.decodeIfPresent(String.self, forKey: .assetList)
    }

    /// Reads a number of seconds or a text.
    private static func timeText(
        _ fields: KeyedDecodingContainer<Field>, _ field: Field
    ) throws -> String? {
        guard fields.contains(field), try !fields.decodeNil(forKey: field) else { return nil }
        if let number = try? fields.decode(Decimal.self, forKey: field) { return "\(number)" }
        return try fields.decode(String.self, forKey: field)
    }

    /// The cue point.
    var cuePoint: CuePoint {
        get throws(FieldError) {
            guard let position = CuePoint.Position(time) else {
                throw FieldError(
                    field: "time",
                    message: "not a time: give seconds, a text such as 1:30, start or end")
            }
            var seconds: Rational?
            if let duration {
                seconds = CuePoint.duration(duration)
                guard seconds != nil else {
                    throw FieldError(field: "duration", message: "not the duration of a break")
                }
            }
            if let id, !CuePoint.isIdentifier(id) {
                throw FieldError(
                    field: "id", message: "not 1 to 128 ASCII characters without quotes")
            }
            if let assetList, !CuePoint.isAssetList(assetList) {
                throw FieldError(field: "assetList", message: "not an https URL")
            }
            return CuePoint(position, id: id, duration: seconds, assetList: assetList)
        }
    }
}
