/// The ffmpeg command: the tests' independent judge, never part of the product.
public enum FFmpeg {
    /// The codecs that the command can decode, by name.
    public static let decoders = Task {
        // " DEA.L. aac   AAC (Advanced Audio Coding)", after a legend.
        let lines = try await Command("ffmpeg", ["-hide_banner", "-codecs"]).succeed().lines
        return Set(
            lines.filter { $0.hasPrefix(" D") }.compactMap { line in
                line.split(separator: " ").dropFirst().first.map(String.init)
            })
    }

    /// Options before an input that show its pictures whole: FFmpeg 7.1 and later crop them to the container's clean aperture.
    public static let wholePictures = Task {
        let help = try await Command("ffmpeg", ["-hide_banner", "-h", "full"]).succeed().text
        return help.contains("-apply_cropping[") ? ["-apply_cropping", "codec"] : []
    }

    /// Runs it quietly; warnings are silenced, errors kept.
    @discardableResult
    public static func run(_ arguments: [String]) async throws -> Command.Output {
        try await command(arguments).succeed()
    }

    /// Runs it and hands back its complaints, one entry a line; a failure is one as well.
    public static func complaints(_ arguments: [String]) async throws -> [String] {
        let output = try await command(arguments).run()
        var lines = output.complaint.split(whereSeparator: \.isNewline).map(String.init)
        if output.status != 0 { lines.append("ffmpeg ended with status \(output.status)") }
        return lines
    }

    private static func command(_ arguments: [String]) -> Command {
        Command("ffmpeg", ["-nostdin", "-hide_banner", "-v", "error", "-y"] + arguments)
    }
}
