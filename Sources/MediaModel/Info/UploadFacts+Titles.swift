extension UploadFacts {
    /// The same without titles, which are private: whoever recorded the upload may have written them.
    package var withoutTitles: UploadFacts {
        UploadFacts(
            container: container, byteCount: byteCount, sha256: sha256, start: start,
            duration: duration, video: video, audio: audio.map(\.withoutTitle),
            captions: captions, ignored: ignored,
            notices: notices)
    }
}

extension AudioFacts {
    fileprivate var withoutTitle: AudioFacts {
        AudioFacts(
            stream: stream, codec: codec, sampleRate: sampleRate, channels: channels,
            language: language, title: nil, isDefault: isDefault, isDescription: isDescription,
            start: start, end: end)
    }
}
