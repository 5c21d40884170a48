/// The names of sample entries and of the boxes with codec configurations (ISO/IEC 14496-15, RFC 6381).
///
/// `CODECS` attributes begin with the names of sample entries.
enum SampleEntryName {
    static let advancedVideo = "avc1"
    static let advancedVideoInBand = "avc3"
    static let highEfficiencyVideo = "hvc1"
    static let highEfficiencyVideoInBand = "hev1"
    static let openVideo = "av01"
    static let openVideo9 = "vp09"
    static let audio = "mp4a"
    static let dolbyVision = ["dvh1", "dvhe", "dva1", "dvav", "dav1"]
    static let encrypted = ["encv", "enca"]
    static let text = ["wvtt", "stpp"]

    static let advancedVideoConfiguration = "avcC"
    static let highEfficiencyVideoConfiguration = "hvcC"
    static let openVideoConfiguration = "av1C"
    static let openVideo9Configuration = "vpcC"

    /// Sample entries of the same codec.
    static let equivalents = [
        advancedVideoInBand: advancedVideo, highEfficiencyVideoInBand: highEfficiencyVideo,
    ]
    static let video = [
        advancedVideo, advancedVideoInBand, highEfficiencyVideo, highEfficiencyVideoInBand,
        openVideo, openVideo9, "vp08",
    ]
}
