import Transcoding

extension Console {
    /// Prints the lines of an error and, if verbose, of its causes.
    func print(_ error: any Error) {
        for line in ErrorLine.lines(for: error) { print(line) }
        printCauses(of: error)
    }

    /// Prints the causes of an error that is printed already, if verbose.
    func printCauses(of error: any Error) {
        guard isVerbose else { return }
        for line in ErrorLine.causes(of: error) { print(line) }
    }

    /// Prints the warnings about an upload, if verbose.
    func printWarnings(of result: UploadResult) {
        guard isVerbose else { return }
        for line in ErrorLine.warnings(of: result) { print(line) }
    }
}
