internal import Errors
internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import SystemPackage

/// Compares a rendition's frames with those that its encoder was given, with libavfilter's `libvmaf`.
final class VMAFMeter {
    /// FFmpeg's libraries are built with it or without.
    static let isAvailable = FilterGraph.isAvailable("libvmaf")

    private var graph: FilterGraph?
    private let report: URL
    private let handle: FileHandle

    /// Makes a meter for frames like the one given.
    ///
    /// - Parameters:
    ///   - frame: A frame with the size and format of all frames; not retained.
    ///   - timeBase: The duration of a tick of presentation times, in seconds.
    ///   - folder: The folder of libvmaf's temporary report.
    /// - Throws: `LibAVError` if libavfilter has no libvmaf, or libvmaf has no model.
    init(for frame: borrowing Frame, timeBase: Rational, in folder: FilePath) throws {
        report = URL(filePath: folder.appending("vmaf-\(UUID().uuidString).json").string)
        try Data().write(to: report)
        handle = try FileHandle(forUpdating: report)
        graph = try FilterGraph(
            Self.filters(report: handle.fileDescriptor), for: frame, isVideo: true,
            timeBase: timeBase, inputs: 2, outputs: 1)
    }

    deinit {
        try? handle.close()
        // A sandbox process cannot remove files; there the report is removed with the draft folder.
        try? FileManager.default.removeItem(at: report)
    }

    /// Compares two frames of the same time.
    func take(_ encoded: borrowing Frame, _ original: borrowing Frame) throws {
        try graph?.push(encoded, to: 0)
        try graph?.push(original, to: 1)
        try discardOutput()
    }

    /// Returns the mean score of all frames, 0...100.
    ///
    /// - Throws: `InternalError` if libvmaf reported no score.
    func finish() throws -> Double {
        try graph?.end()
        try discardOutput()
        // libvmaf writes its report when the filter is freed.
        graph = nil
        guard let mean = try Self.mean(in: Data(contentsOf: report)) else {
            throw InternalError("libvmaf gave no result")
        }
        return mean
    }

    private func discardOutput() throws {
        let frame = try Frame()
        while try graph?.pull(into: frame) ?? false {}
    }

    /// The filters; the report is named by its descriptor, since a path would have to be escaped twice.
    static func filters(report descriptor: Int32) -> String {
        let sameTags = QualityMeter.sameTags
        return "[in]\(sameTags)[a];[in1]\(sameTags)[b];"
            + "[a][b]libvmaf=log_fmt=json:log_path=/dev/fd/\(descriptor)[out0]"
    }

    /// Returns the mean in a report of libvmaf (its output.c, since 2.0); `nil` if the report has no VMAF score.
    static func mean(in report: Data) throws -> Double? {
        struct Report: Decodable {
            struct Metric: Decodable { let mean: Double }
            let pooled_metrics: [String: Metric]
        }
        return try JSONDecoder().decode(Report.self, from: report).pooled_metrics["vmaf"]?.mean
    }
}
