/// The ffmpeg command, with which tests check the product independently.
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

    /// Options before an input that disable cropping to the container's clean aperture, which FFmpeg 7.1 and later do.
    public static let uncroppedInput = Task {
        let help = try await Command("ffmpeg", ["-hide_banner", "-h", "full"]).succeed().text
        return help.contains("-apply_cropping[") ? ["-apply_cropping", "codec"] : []
    }

    /// Runs the command; standard error has errors only.
    @discardableResult
    public static func run(_ arguments: [String]) async throws -> Command.Output {
        try await command(arguments).succeed()
    }

    /// Runs the command and returns the lines of its errors, and a line for a failed exit status.
    public static func errorLines(_ arguments: [String]) async throws -> [String] {
        let output = try await command(arguments).run()
        var lines = output.errorOutput.split(whereSeparator: \.isNewline).map(String.init)
        if output.status != 0 { lines.append("ffmpeg exited with \(output.status)") }
        return lines
    }

    private static func command(_ arguments: [String]) -> Command {
        Command("ffmpeg", ["-nostdin", "-hide_banner", "-v", "error", "-y"] + arguments)
    }
}
