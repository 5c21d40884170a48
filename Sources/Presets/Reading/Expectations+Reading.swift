import MediaUnits

extension Expectations {
    enum Keys {
        static let ssim = Key<Double?>(
            "ssim", ValueType.decimal(in: 0.5...1).orNone.omitted(at: nil), default: nil,
            meaning: "none",
            about: "least mean SSIM of every rendition, against the upload at its size")
        static let psnr = Key<Double?>(
            "psnr", ValueType.level(in: 10...100, unit: "dB").orNone.omitted(at: nil), default: nil,
            meaning: "none",
            about: "least mean PSNR of every rendition, likewise")
        static let xpsnr = Key<Double?>(
            "xpsnr", ValueType.level(in: 10...100, unit: "dB").orNone.omitted(at: nil),
            default: nil,
            meaning: "none",
            about: "least XPSNR of luma of every rendition, over all frames")
        static let vmaf = Key<Double?>(
            "vmaf", ValueType.decimal(in: 1...100).orNone.omitted(at: nil), default: nil,
            meaning: "none",
            about: "least mean VMAF of every rendition, if the build has libvmaf")
        static let maxrate = Key<Bitrate?>(
            "maxrate",
            ValueType.bitrate(in: .kilobits(16)...(.kilobits(300_000))).orNone.omitted(at: nil),
            default: nil, meaning: "none",
            about: "highest peak of any variant, its audio included")
        static let firstSegment = Key<ByteCount?>(
            "firstSegment",
            ValueType.byteCount(in: ByteCount(1000)...ByteCount(1_000_000_000)).orNone.omitted(
                at: nil),
            default: nil, meaning: "none",
            about: "largest first segment of the lowest rendition and its audio, with init segments"
        )
    }

    static func read(_ fields: Fields) -> Expectations {
        Expectations(
            ssim: fields.value(Keys.ssim), psnr: fields.value(Keys.psnr),
            vmaf: fields.value(Keys.vmaf), xpsnr: fields.value(Keys.xpsnr),
            maxrate: fields.value(Keys.maxrate),
            firstSegment: fields.value(Keys.firstSegment))
    }
}

extension ValueType where Value == ByteCount {
    static func byteCount(in range: ClosedRange<ByteCount>) -> Self {
        Self(
            "a size", example: "a number and its unit, such as 150kB", in: range,
            schema: [
                "type": ["string", "integer"],
                "pattern": "^[0-9]+(\\.[0-9]{1,9})? *([kKmMgGtT]?[bB]|[kKmMgGtT]([iI][bB])?)?$",
            ],
            describe: { $0.bytes.isMultiple(of: 1000) ? "\($0.bytes / 1000)kB" : "\($0.bytes)B" }
        ) { ByteCount($0) }
    }
}
