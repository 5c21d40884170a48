extension MediaInfo {
    /// The media info without titles, which may be private: the person who recorded the upload wrote them.
    package var withoutTitles: MediaInfo {
        MediaInfo(
            container: container, byteCount: byteCount, sha256: sha256, start: start,
            duration: duration, video: video, audio: audio.map(\.withoutTitle),
            captions: captions, ignored: ignored,
            findings: findings)
    }
}

extension AudioInfo {
    fileprivate var withoutTitle: AudioInfo {
        AudioInfo(
            stream: stream, codec: codec, sampleRate: sampleRate, channels: channels,
            language: language, title: nil, isDefault: isDefault, isDescription: isDescription,
            start: start, end: end)
    }
}
