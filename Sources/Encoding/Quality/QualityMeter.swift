internal import Errors
internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Storage
internal import SystemPackage

/// Compares the frames that a rendition's encoder was given with the frames decoded from the rendition's files.
final class QualityMeter: FrameConsumer {
    private let rung: RungPlan
    /// The folder of temporary reports of filters.
    private let folder: FilePath
    private let encoded: EncodedFrames
    private var graph: FilterGraph?
    private var vmaf: VMAFMeter?
    private var xpsnr: XPSNRMeter
    private var failure: (any Error)?
    private var taken = 0
    private var measured = 0
    private var similarity = 0.0
    private var squaredError = 0.0

    init(
        _ rung: RungPlan, files: [RegularFile], folder: FilePath,
        isStopped: @escaping @Sendable () -> Bool
    ) throws {
        self.rung = rung
        self.folder = folder
        xpsnr = XPSNRMeter(size: rung.size, frameRate: rung.frameRate)
        encoded = try EncodedFrames(files, name: rung.name, isStopped: isStopped)
    }

    func take(_ frame: SharedFrame, number: Int) -> Bool {
        do {
            try compare(frame)
            return true
        } catch {
            failure = error
            return false
        }
    }

    func endSegment() -> Bool { true }

    func abandon() {}

    func finish() throws -> [SegmentResult] {
        if let failure { throw failure }
        try graph?.end()
        try collect()
        return []
    }

    /// Returns the quality over all frames; call it after `finish`.
    func quality() throws -> VideoQuality {
        guard taken > 0, measured == taken else {
            throw InternalError("\(rung.name): \(measured) of \(taken) frames were compared")
        }
        let error = squaredError / Double(measured)
        // Above 100 dB, less than one sample in ten thousand differs by 1.
        let psnr = error > 0 ? min(100, 10 * log10(255 * 255 / error)) : 100
        return VideoQuality(
            frames: measured, ssim: similarity / Double(measured), psnr: psnr,
            vmaf: try vmaf?.finish(), xpsnr: xpsnr.decibels)
    }

    private func compare(_ original: SharedFrame) throws {
        guard let decoded = try encoded.next() else {
            throw InternalError("\(rung.name): the files have only \(taken) frames")
        }
        guard decoded.frame.size == original.frame.size else {
            throw InternalError(
                "\(rung.name): frames of \(decoded.frame.size), not \(original.frame.size)")
        }
        if graph == nil {
            graph = try FilterGraph(
                Self.filters, for: original.frame, isVideo: true,
                timeBase: rung.frameRate.inverse, inputs: 2, outputs: 1)
            if VMAFMeter.isAvailable {
                vmaf = try VMAFMeter(
                    for: original.frame, timeBase: rung.frameRate.inverse,
                    in: folder)
            }
        }
        let encoded = try decoded.frame.sharing()
        let reference = try original.frame.sharing()
        encoded.presentationTime = taken
        reference.presentationTime = taken
        try graph?.push(encoded, to: 0)
        try graph?.push(reference, to: 1)
        try vmaf?.take(encoded, reference)
        guard let luma = LumaPlane(decoded.frame), let source = LumaPlane(original.frame) else {
            throw InternalError("\(rung.name): frames without luma")
        }
        xpsnr.take(luma, source: source)
        taken += 1
        try collect()
    }

    private func collect() throws {
        let frame = try Frame()
        while try graph?.pull(into: frame) ?? false {
            guard let ssim = frame.measurement("lavfi.ssim.All"),
                let error = frame.measurement("lavfi.psnr.mse_avg")
            else { throw InternalError("\(rung.name): the filters ssim and psnr gave no result") }
            measured += 1
            similarity += ssim
            squaredError += error
        }
    }

    /// The filters that give both inputs the same tags, so that libavfilter converts neither of them.
    static let sameTags = "settb=AVTB,setsar=1,setparams=range=tv:colorspace=bt709,format=yuv420p"

    private static let filters =
        "[in]\(sameTags)[a];[in1]\(sameTags),split[b][c];[a][b]ssim[s];[s][c]psnr[out0]"
}
