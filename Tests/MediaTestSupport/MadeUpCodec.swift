package import MediaUnits
package import VideoCodecs

/// A codec that only tests use: levels by width, qualities above those of other codecs, options of its own.
package struct MadeUpCodec: VideoCodecModel {
    package let name = "madeup"
    package let title = "Made-up"
    package let encoder = "libmadeup"
    package let streamCodec = "madeup"
    package let renditionSuffix = "-mu"
    package let isUniversal = false
    package let isInTransportStreams = false
    package let profiles = [Profile(rawValue: "only")]
    package let defaultProfile = Profile(rawValue: "only")
    package let levels = ["1", "2"]
    package let levelTable = "table 7"
    package let highestRaisedLevel = "2"
    package let qualityRange = 1.0...63.0
    package let defaultQuality = 35.0
    package let tunes = ["film", "slides"]
    package let presetOptions: (any PresetOptions)? = MadeUpOptions()
    package let adjustsRate = false
    package let reportsErrors = false
    package let versionOptions: [String: String] = [:]
    package let sampleEntry = "mdup"
    package let readableSampleEntries = ["mdup"]
    package let messageFilter: String? = nil

    package init() {}

    /// Calls a function while the codec is registered, after H.264 and HEVC.
    package static func registered<Value>(_ body: () throws -> Value) rethrows -> Value {
        let codecs = [VideoCodec.h264, .hevc, VideoCodec(MadeUpCodec())]
        return try VideoCodec.$all.withValue(codecs, operation: body)
    }

    /// Level 2 allows a width of 1280 pixels.
    package func level(_ level: String, supports size: Resolution, frameRate: Rational) -> Bool {
        size.width <= (level == "1" ? 640 : 1280)
    }
    package func limits(of level: String, _ profile: Profile) -> LevelLimits? {
        LevelLimits(bitrate: .kilobits(1_000_000), buffer: 1_000_000_000)
    }
    package func options(_ settings: EncoderSettings) -> [String: String] {
        var options = settings.options
        options["speed"] =
            switch settings.speed {
            case .preset(let preset):
                EncoderSettings.presets.firstIndex(of: preset).map { "\($0)" }
            case .point(let point): point.rawValue
            }
        options["content"] = settings.tune.flatMap { tunes.contains($0) ? $0 : nil }
        options.merge([
            "quality": "\(settings.crf)", "keyframes": "\(settings.gop)", "level": settings.level,
        ]) { $1 }
        return options
    }
    package func optionsForAVX512(_ options: [String: String]) -> [String: String] { options }
    package func options(_ options: [String: String], bufferFill: Double) -> [String: String] {
        options
    }
    package func encodingCost(_ speed: EncoderSpeed) -> Double { 1 }
    package func encoderMemory(_ size: Resolution, frames: Int, options: [String: String]) -> Int {
        size.pixelCount * 20
    }
    package func encoderVersion(in stream: [UInt8]) -> String? { nil }
    package func codecString(configuration: [UInt8]) -> String? { nil }
    package func profile(ofCodecString codecString: String) -> Profile? { nil }
    package func level(ofCodecString codecString: String) -> String? { nil }
    package func versionMessageLength(_ packet: [UInt8]) -> Int { 0 }
}

package struct MadeUpOptions: PresetOptions {
    package let encoder = "madeup"
    package let reference = "madeup --help"
    package let reserved: Set<String> = ["keyframes"]
    package let bitDepth = ["bits"]
    package let references = ["stored-frames"]

    package func isReserved(_ option: String) -> Bool { reserved.contains(option) }
    package func check(_ option: String, _ value: String) -> [String: String] { [option: value] }
    package func integer(_ value: String) -> Int? { Int(value) }
    package func maxReferences(of size: Resolution, at level: String) -> Int? { 2 }
    package func toolsMissing(in profile: Profile) -> [String] { ["wavelets"] }
}
