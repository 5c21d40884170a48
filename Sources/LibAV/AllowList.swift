internal import MediaUnits

/// The demuxers and decoders that uploads can reach: those for the formats of cameras, phones, recorders and editors.
///
/// Uploads are hostile. Demuxers that open other files or hosts (playlists, `concat`, image sequences, SDP, devices) and
/// decoders of formats that are not uploaded are missing, so their vulnerabilities are unreachable.
enum AllowList {
    /// The names of the decoders of a set of formats.
    static func decoders(_ formats: FormatSet) -> Set<String> {
        switch formats {
        case .modern: modern
        case .all: all
        }
    }

    private static let modern = Set(videoDecoders + audioDecoders)
    private static let all = modern.union(legacyDecoders)

    static let demuxers = [
        "mov", "mp4", "m4a", "3gp", "3g2", "mj2", "matroska", "webm", "mpegts", "mpeg", "avi",
        "asf",
        "flv", "ogg", "gif", "mxf", "dv", "wav", "w64", "aiff", "caf", "mp3", "aac", "flac", "ac3",
        "eac3", "amr",
    ]

    static let videoDecoders = [
        "h264", "hevc", "vp8", "vp9", "libdav1d", "libaom-av1", "mpeg1video", "mpeg2video", "mpeg4",
        "msmpeg4v1", "msmpeg4v2", "msmpeg4", "wmv1", "wmv2", "wmv3", "vc1", "flv", "h263", "h263p",
        "mjpeg", "mjpegb", "jpeg2000", "prores", "dnxhd", "cfhd", "dvvideo", "theora", "gif",
        "png", "qtrle", "rawvideo", "v210", "huffyuv", "ffvhuff", "ffv1", "utvideo", "vp6", "vp6f",
        "vp6a",
    ]

    static let audioDecoders = [
        "aac", "mp3float", "mp3", "mp2float", "mp2", "mp1float", "mp1", "ac3", "eac3", "opus",
        "libopus", "vorbis", "libvorbis", "flac", "alac", "amrnb", "amrwb", "libopencore_amrnb",
        "libopencore_amrwb", "wmav1", "wmav2", "wmapro", "wmavoice", "dca", "truehd", "mlp", "gsm",
        "gsm_ms", "speex", "libspeex", "pcm_s8", "pcm_u8", "pcm_s16le", "pcm_s16be", "pcm_u16le",
        "pcm_u16be", "pcm_s24le", "pcm_s24be", "pcm_s32le",
        "pcm_s32be", "pcm_f32le", "pcm_f32be", "pcm_f64le", "pcm_f64be", "pcm_alaw", "pcm_mulaw",
        "pcm_bluray", "pcm_dvd", "adpcm_ima_qt", "adpcm_ima_wav", "adpcm_ms", "adpcm_swf",
        "adpcm_g722", "adpcm_g726",
    ]

    /// Codecs that have hardly been written for fifteen years: Indeo, Sorenson Video, Apple Video, Cinepak, Flash
    /// Screen Video, QDesign Music, MACE, Nellymoser, and Voxware MetaSound.
    private static let legacyDecoders = [
        "indeo3", "indeo4", "indeo5", "svq1", "svq3", "rpza", "cinepak", "flashsv", "flashsv2",
        "qdm2", "qdmc", "mace3", "mace6", "nellymoser", "metasound",
    ]
}
