internal import MediaUnits

/// Cue points in CSV (RFC 4180), with the names of the columns in the first line: `time`, `id`, `duration`, `asset-list`.
struct CuePointTable {
    let cuePoints: [CuePoint]

    private struct Field {
        let text: String
        let offset: Int
    }

    private enum Column: String, CaseIterable { case time, id, duration, assetList = "asset-list" }

    init(_ bytes: [UInt8]) throws(CuePointFileError) {
        var rows = try Self.rows(bytes)[...]
        guard let header = rows.popFirst() else {
            throw CuePointFileError(
                "it has no line with the names of the columns", at: 0, in: bytes)
        }
        var columns: [Column] = []
        for field in header {
            guard let column = Column(rawValue: field.text), !columns.contains(column) else {
                let names = Column.allCases.map(\.rawValue).joined(separator: ", ")
                throw CuePointFileError(
                    "'\(field.text)' is not the name of a column, or occurs twice; the names are"
                        + " \(names)", at: field.offset, in: bytes)
            }
            columns.append(column)
        }
        guard columns.contains(.time) else {
            throw CuePointFileError("the column time is missing", at: 0, in: bytes)
        }
        var cuePoints: [CuePoint] = []
        for row in rows {
            guard row.count == columns.count else {
                throw CuePointFileError(
                    "the line has \(CountText.text(row.count, "field")) instead of \(columns.count)",
                    at: row[0].offset, in: bytes)
            }
            cuePoints.append(try Self.cuePoint(row, columns, bytes))
        }
        self.cuePoints = cuePoints
    }

    private static func cuePoint(
        _ row: [Field], _ columns: [Column], _ bytes: [UInt8]
    ) throws(CuePointFileError) -> CuePoint {
        var cuePoint = CuePoint(.start)
        for (column, field) in zip(columns, row) where column == .time || !field.text.isEmpty {
            let text = field.text
            func fail(_ message: String) -> CuePointFileError {
                CuePointFileError("'\(text)' \(message)", at: field.offset, in: bytes)
            }
            switch column {
            case .time:
                guard let position = CuePoint.Position(text) else {
                    throw fail("is not a time; write 90, 1:30, start or end")
                }
                cuePoint.position = position
            case .id:
                guard CuePoint.isIdentifier(text) else {
                    throw fail(
                        "is not an identifier of 1 to 128 ASCII characters without quotes and backslashes"
                    )
                }
                cuePoint.id = text
            case .duration:
                guard let duration = CuePoint.duration(text) else {
                    throw fail("is not the duration of a break; write 15, 30s or 1m")
                }
                cuePoint.duration = duration
            case .assetList:
                guard CuePoint.isAssetList(text) else { throw fail("is not an https URL") }
                cuePoint.assetList = text
            }
        }
        return cuePoint
    }

    /// Returns the fields of each line; empty lines are left out.
    private static func rows(_ bytes: [UInt8]) throws(CuePointFileError) -> [[Field]] {
        let (comma, quote) = (UInt8(ascii: ","), UInt8(ascii: "\""))
        let (lineFeed, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var rows: [[Field]] = []
        var row: [Field] = []
        var index = 0
        func isEnd(_ index: Int) -> Bool {
            index == bytes.count || bytes[index] == comma || bytes[index] == lineFeed
                || bytes[index] == carriageReturn
        }
        while index < bytes.count {
            let start = index
            var text: [UInt8] = []
            if bytes[index] == quote {
                index += 1
                while true {
                    guard index < bytes.count else {
                        throw CuePointFileError("the quote is not closed", at: start, in: bytes)
                    }
                    if bytes[index] == quote {
                        index += 1
                        guard index < bytes.count, bytes[index] == quote else { break }
                    }
                    text.append(bytes[index])
                    index += 1
                }
                guard isEnd(index) else {
                    throw CuePointFileError("text follows a closing quote", at: index, in: bytes)
                }
            } else {
                while !isEnd(index) {
                    text.append(bytes[index])
                    index += 1
                }
            }
            let space = UInt8(ascii: " ")
            while text.last == space { text.removeLast() }
            row.append(
                Field(
                    text: String(decoding: text.drop { $0 == space }, as: UTF8.self),
                    offset: start))
            if index < bytes.count, bytes[index] == comma {
                index += 1
                guard isEnd(index), index == bytes.count || bytes[index] != comma else {
                    continue
                }
                row.append(Field(text: "", offset: index))
            }
            if row.count > 1 || !row[0].text.isEmpty { rows.append(row) }
            row = []
            if index < bytes.count, bytes[index] == carriageReturn { index += 1 }
            if index < bytes.count, bytes[index] == lineFeed { index += 1 }
        }
        return rows
    }
}
