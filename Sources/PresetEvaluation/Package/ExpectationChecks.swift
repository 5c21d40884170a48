import HLS
internal import MediaModel
import MediaUnits
import Presets

/// Checks a clip's renditions against the expectations of the preset.
struct ExpectationChecks {
    let expect: Expectations

    func quality(_ rungs: [EvaluatedRung]) -> [EvaluationFinding] {
        rungs.flatMap { rung -> [EvaluationFinding] in
            var findings: [EvaluationFinding] = []
            if let floor = expect.ssim, let ssim = rung.ssim, ssim < floor {
                findings.append(
                    .error(
                        .ssim, rung.name, "SSIM is \(Figure.fixed(ssim, 4)), below \(floor)"))
            }
            if let floor = expect.psnr, let psnr = rung.psnr, psnr < floor {
                findings.append(
                    .error(
                        .psnr, rung.name, "PSNR is \(Figure.fixed(psnr, 2)) dB, below \(floor) dB"))
            }
            if let floor = expect.vmaf, let vmaf = rung.vmaf, vmaf < floor {
                findings.append(
                    .error(
                        .vmaf, rung.name, "VMAF is \(Figure.fixed(vmaf, 2)), below \(floor)"))
            }
            if let floor = expect.xpsnr, let xpsnr = rung.xpsnr, xpsnr < floor {
                findings.append(
                    .error(
                        .xpsnr, rung.name,
                        "XPSNR is \(Figure.fixed(xpsnr, 2)) dB, below \(floor) dB"))
            }
            return findings
        } + unmeasured(rungs)
    }

    private func unmeasured(_ rungs: [EvaluatedRung]) -> [EvaluationFinding] {
        guard let floor = expect.vmaf, rungs.contains(where: { $0.vmaf == nil }) else { return [] }
        let text = "not measured against \(floor): the libavfilter of this build has no libvmaf"
        return [EvaluationFinding(.note, .vmaf, nil, text)]
    }

    func package(_ package: PackageContents) -> [EvaluationFinding] {
        var findings: [EvaluationFinding] = []
        for variant in package.multivariant.variants {
            guard let most = expect.maxrate, variant.bandwidth > most.bitsPerSecond else {
                continue
            }
            findings.append(
                .error(
                    .maxrate, variant.uri,
                    "the peak with audio is \(Figure.rate(variant.bandwidth)), above \(most)"))
        }
        if let most = expect.firstSegment {
            let bytes = startBytes(package)
            if bytes > most.bytes {
                findings.append(
                    .error(
                        .firstSegment, nil,
                        "a player of the lowest variant loads \(ByteCount(bytes)) before playback, "
                            + "above \(most)"))
            }
        }
        return findings
    }

    /// Returns the size of the init segments and the first segments of the variant with the lowest peak and of its default
    /// audio, in bytes.
    private func startBytes(_ package: PackageContents) -> Int {
        let variants = package.multivariant.variants
        guard let lowest = variants.min(by: { $0.bandwidth < $1.bandwidth }) else { return 0 }
        let audio = package.multivariant.renditions
            .filter { $0.groupID == lowest.audioGroup && $0.isDefault }.compactMap(\.uri)
        return Set([lowest.uri] + audio).reduce(0) { sum, path in
            let first = package.tracks[path]?.segments.first?.bytes ?? 0
            let initialization = package.playlists[path]?.initialization
            let size = initialization.map { segment in
                segment.byteRange?.count
                    ?? package.files[PackageContents.path(segment.uri, from: path)] ?? 0
            }
            return sum + first + (size ?? 0)
        }
    }
}
