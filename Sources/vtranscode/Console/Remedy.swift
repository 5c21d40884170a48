import MediaModel
import Transcoding

/// The command's remedies for errors of uploads: a library's advice with the options that carry it out.
enum Remedy {
    /// Words of an advice, by code, and the words with options that replace them; without words, the whole advice.
    private static let table: [(code: UploadError.Code, words: String?, remedy: String)] = [
        (.beyondEnd, nil, "choose an earlier --from"),
        (.exists, "another name or output folder", "another --name or --output"),
        (.exists, "another output,", "another --output,"),
        (.exists, "replace the package", "replace the package with \(placeholder)"),
        (.exists, "replace the file", "replace the file with \(placeholder)"),
        (.noDecoder, "in the preset", "in the preset or use --formats all"),
        (.tooLarge, "a lower quality", "a lower --quality"),
        (.tooLong, "a shorter one", "a shorter one, choose a trim range with --from and --to"),
    ]

    /// The placeholder of the option that replaces packages and files.
    private static let placeholder = "FORCE"

    /// Returns an advice with the options that carry it out.
    ///
    /// - Parameters:
    ///   - advice: The library's advice, which names no options.
    ///   - code: The error's code; an advice for a code of no upload is returned unchanged.
    ///   - force: The option that replaces packages and files, with its command if that is another one.
    /// - Returns: The advice with options.
    static func advice(_ advice: String, code: String, force: String = "--force") -> String {
        table.reduce(advice) { advice, row in
            guard row.code.rawValue == code, !advice.contains(row.remedy) else { return advice }
            guard let words = row.words else { return row.remedy }
            return advice.replacing(words, with: row.remedy.replacing(placeholder, with: force))
        }
    }
}

extension UploadError {
    /// The advice with the names of options, which libraries do not know.
    var commandAdvice: String { Remedy.advice(advice, code: code.rawValue) }

    /// The error as one line, with the command's advice.
    var commandText: String { "\(upload): \(code.rawValue): \(message); \(commandAdvice)" }
}

extension UsageError {
    /// The error with a remedy that names an option.
    func adding(_ remedy: String) -> UsageError {
        description.contains("--") ? self : UsageError(description: "\(description); \(remedy)")
    }
}
