import Storage
import Foundation
internal import MediaModel
import SystemPackage
import Transcoding

/// One line of `--events ndjson` (docs/events.md): keys may be added and are never renamed.
enum EventRecord: Encodable {
    case event(RunEvent, time: Double)
    /// The end of the run, the last event.
    case ended(CommandStatus, time: Double)

    /// The version, raised when a key changes its meaning.
    static let schema = 1

    /// The object as one line, with keys in alphabetical order.
    var line: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        switch self {
        case .event(let event, let time):
            try object.encode(time.toThousandths, forKey: .time)
            try Self.encode(event, into: &object)
        case .ended(let status, let time):
            try object.encode(time.toThousandths, forKey: .time)
            try object.encode("ended", forKey: .event)
            try object.encode(status.rawValue, forKey: .status)
        }
    }

    private typealias Object = KeyedEncodingContainer<Key>

    private enum Key: String, CodingKey {
        case event, time, schema, uploads, bytes, path, reason, upload, name, duration, rungs
        case warnings, fraction, framesDone, framesTotal, framesPerSecond, realTimeFactor
        case remaining, outcome, findings = "notices", seconds, segments, reused, error, code,
            message, advice
        case status
    }

    private static func encode(_ event: RunEvent, into object: inout Object) throws {
        switch event {
        case .started(let uploads, let bytes):
            try object.encode("started", forKey: .event)
            try object.encode(schema, forKey: .schema)
            try object.encode(uploads, forKey: .uploads)
            try object.encode(bytes, forKey: .bytes)
        case .skipped(let path, let reason):
            try object.encode("skipped", forKey: .event)
            try object.encode(path.description, forKey: .path)
            try object.encode(reason, forKey: .reason)
        case .planned(let upload, let name, let duration, let rungs, let warnings):
            try object.encode("planned", forKey: .event)
            try object.encode(upload.description, forKey: .upload)
            try object.encode(name, forKey: .name)
            try object.encode(duration.toThousandths, forKey: .duration)
            try object.encode(rungs, forKey: .rungs)
            try object.encode(warnings, forKey: .warnings)
        case .progress(let progress):
            try encode(progress, into: &object)
        case .finished(let result):
            try encode(result, into: &object)
        }
    }

    private static func encode(_ progress: UploadProgress, into object: inout Object) throws {
        try object.encode("progress", forKey: .event)
        try object.encode(progress.upload.description, forKey: .upload)
        try object.encode(progress.name, forKey: .name)
        try object.encode(progress.fraction.toThousandths, forKey: .fraction)
        try object.encode(progress.framesDone, forKey: .framesDone)
        try object.encode(progress.framesTotal, forKey: .framesTotal)
        try object.encode(progress.framesPerSecond.toThousandths, forKey: .framesPerSecond)
        try object.encode(progress.realTimeFactor.toThousandths, forKey: .realTimeFactor)
        // The key is always present; an unknown time is null.
        try object.encode(progress.remaining?.toThousandths, forKey: .remaining)
    }

    private static func encode(_ result: UploadResult, into object: inout Object) throws {
        try object.encode("finished", forKey: .event)
        try object.encode(result.upload.description, forKey: .upload)
        try object.encode(result.name, forKey: .name)
        try object.encode(result.duration.toThousandths, forKey: .duration)
        try object.encode(result.findings, forKey: .findings)
        switch result.outcome {
        case .published(let bytes, let seconds, let segments, let reused):
            try object.encode("published", forKey: .outcome)
            try object.encode(bytes, forKey: .bytes)
            try object.encode(seconds.toThousandths, forKey: .seconds)
            try object.encode(segments, forKey: .segments)
            try object.encode(reused, forKey: .reused)
        case .unchanged:
            try object.encode("unchanged", forKey: .outcome)
        case .failed(let error):
            try object.encode("failed", forKey: .outcome)
            var details = object.nestedContainer(keyedBy: Key.self, forKey: .error)
            try details.encode(error.code, forKey: .code)
            try details.encode(error.message, forKey: .message)
            try details.encode(error.remedy, forKey: .advice)
        case .interrupted:
            try object.encode("interrupted", forKey: .outcome)
        }
    }
}

extension Double {
    /// The value rounded to three decimals; `nil`, which becomes null, if it is not finite.
    fileprivate var toThousandths: Double? {
        isFinite ? (self * 1000).rounded() / 1000 : nil
    }
}
