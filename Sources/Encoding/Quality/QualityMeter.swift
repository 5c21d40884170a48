internal import Errors
internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Storage

/// Compares the pictures of one rendition, as its encoder got them, with those that its files hold.
final class QualityMeter: FrameConsumer {
    private let rung: RungPlan
    /// Where reports of filters are written and removed again.
    private let folder: String
    private let encoded: EncodedFrames
    private var graph: FilterGraph?
    private var vmaf: VMAFMeter?
    private var failure: (any Error)?
    private var taken = 0
    private var measured = 0
    private var similarity = 0.0
    private var squaredError = 0.0

    init(
        _ rung: RungPlan, files: [RegularFile], folder: String,
        isStopped: @escaping @Sendable () -> Bool
    ) throws {
        self.rung = rung
        self.folder = folder
        encoded = try EncodedFrames(files, name: rung.name, isStopped: isStopped)
    }

    func take(_ picture: SharedFrame, number: Int) -> Bool {
        do {
            try compare(picture)
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

    /// What all pictures came to; after `finish`.
    func quality() throws -> VideoQuality {
        guard taken > 0, measured == taken else {
            throw InternalError("\(rung.name): \(measured) of \(taken) pictures were compared")
        }
        let error = squaredError / Double(measured)
        // Above 100 dB, less than one sample in ten thousand differs by 1.
        let psnr = error > 0 ? min(100, 10 * log10(255 * 255 / error)) : 100
        return VideoQuality(
            frames: measured, ssim: similarity / Double(measured), psnr: psnr,
            vmaf: try vmaf?.finish())
    }

    private func compare(_ picture: SharedFrame) throws {
        guard let mine = try encoded.next() else {
            throw InternalError("\(rung.name): the files hold \(taken) pictures, and no more")
        }
        guard mine.frame.size == picture.frame.size else {
            throw InternalError(
                "\(rung.name): pictures of \(mine.frame.size), not \(picture.frame.size)")
        }
        if graph == nil {
            graph = try FilterGraph(
                Self.filters, for: picture.frame, isVideo: true,
                timeBase: rung.frameRate.inverse, inputs: 2, outputs: 1)
            if VMAFMeter.isAvailable {
                vmaf = try VMAFMeter(
                    for: picture.frame, timeBase: rung.frameRate.inverse,
                    in: folder)
            }
        }
        let encoded = try mine.frame.sharing()
        let original = try picture.frame.sharing()
        encoded.presentationTime = taken
        original.presentationTime = taken
        try graph?.push(encoded, to: 0)
        try graph?.push(original, to: 1)
        try vmaf?.take(encoded, original)
        taken += 1
        try collect()
    }

    private func collect() throws {
        let frame = try Frame()
        while try graph?.pull(into: frame) ?? false {
            guard let ssim = frame.measurement("lavfi.ssim.All"),
                let error = frame.measurement("lavfi.psnr.mse_avg")
            else { throw InternalError("\(rung.name): ssim or psnr measured nothing") }
            measured += 1
            similarity += ssim
            squaredError += error
        }
    }

    /// Tags are set alike: what pictures are called must not make libavfilter convert one of them.
    static let alike = "settb=AVTB,setsar=1,setparams=range=tv:colorspace=bt709,format=yuv420p"

    private static let filters =
        "[in]\(alike)[a];[in1]\(alike),split[b][c];[a][b]ssim[s];[s][c]psnr[out0]"
}
