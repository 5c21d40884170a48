internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits

/// Compares the pictures of one rendition with those that its encoder got, by libavfilter's `libvmaf`.
final class VMAFMeter {
    /// FFmpeg's libraries are built with it or without.
    static let isAvailable = FilterGraph.isAvailable("libvmaf")

    private var graph: FilterGraph?
    private let report: URL
    private let handle: FileHandle

    /// Makes a meter for pictures like the one given.
    ///
    /// - Parameters:
    ///   - frame: Tells their size and format; not kept.
    ///   - timeBase: Seconds of a tick of their times.
    ///   - folder: Where libvmaf's report is written and removed again.
    /// - Throws: `LibAVError` where libavfilter has no libvmaf, or that has no model.
    init(for frame: borrowing Frame, timeBase: Rational, in folder: String) throws {
        report = URL(filePath: folder).appending(path: "vmaf-\(UUID().uuidString).json")
        try Data().write(to: report)
        handle = try FileHandle(forUpdating: report)
        graph = try FilterGraph(
            Self.filters(report: handle.fileDescriptor), for: frame, isVideo: true,
            timeBase: timeBase, inputs: 2, outputs: 1)
    }

    deinit {
        try? handle.close()
        // A sandbox process cannot; there it goes with the draft folder.
        try? FileManager.default.removeItem(at: report)
    }

    /// Takes two pictures of the same time.
    func take(_ encoded: borrowing Frame, _ original: borrowing Frame) throws {
        try graph?.push(encoded, to: 0)
        try graph?.push(original, to: 1)
        try passOn()
    }

    /// The mean of all pictures, 0...100.
    ///
    /// - Throws: `PackagingFault` if libvmaf reported nothing.
    func finish() throws -> Double {
        try graph?.end()
        try passOn()
        // It writes its report when it is freed.
        graph = nil
        guard let mean = try Self.mean(in: Data(contentsOf: report)) else {
            throw PackagingFault("libvmaf measured nothing")
        }
        return mean
    }

    private func passOn() throws {
        let frame = try Frame()
        while try graph?.pull(into: frame) ?? false {}
    }

    /// The report goes by its descriptor: a path would have to be escaped twice.
    static func filters(report descriptor: Int32) -> String {
        let alike = QualityMeter.alike
        return "[in]\(alike)[a];[in1]\(alike)[b];"
            + "[a][b]libvmaf=log_fmt=json:log_path=/dev/fd/\(descriptor)[out0]"
    }

    /// What a report of libvmaf's says (its output.c, since 2.0); `nil` if it says nothing of VMAF.
    static func mean(in report: Data) throws -> Double? {
        struct Report: Decodable {
            struct Metric: Decodable { let mean: Double }
            let pooled_metrics: [String: Metric]
        }
        return try JSONDecoder().decode(Report.self, from: report).pooled_metrics["vmaf"]?.mean
    }
}
