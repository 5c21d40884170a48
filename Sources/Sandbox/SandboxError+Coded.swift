extension SandboxError {
    public enum Code: String, Sendable, CaseIterable {
        case crashed = "CRASHED"
        case stalled = "STALLED"
        case tooMuchMemory = "TOO_MUCH_MEMORY"
        case tooMuchTime = "TOO_MUCH_TIME"
        case tooMuchOutput = "TOO_MUCH_OUTPUT"
        case killed = "KILLED"
        case noSandbox = "NO_SANDBOX"
    }

    public var code: Code {
        switch self {
        case .notStarted, .startedLate, .serverEnded: .noSandbox
        case .crashed, .badReply, .tooManyThreads: .crashed
        case .stalled, .notEnded: .stalled
        case .tooMuchMemory: .tooMuchMemory
        case .tooMuchTime: .tooMuchTime
        case .tooMuchOutput: .tooMuchOutput
        case .killed: .killed
        }
    }

    public var message: String {
        switch self {
        case .notStarted(let reason): "no sandbox process could be started (\(reason))"
        case .startedLate: "the sandbox was started late: the process has other threads already"
        case .serverEnded: "the fork server, which starts sandbox processes, has exited"
        case .crashed(let how): "the sandbox process crashed (\(how))"
        case .badReply(let how): "the sandbox process sent \(how)"
        case .tooManyThreads(let count): "the sandbox process started \(count) threads"
        case .stalled(let seconds): "the sandbox process made no progress for \(seconds) seconds"
        case .tooMuchMemory: "the sandbox process needs more memory than allowed"
        case .tooMuchTime: "the sandbox process needs more CPU time than allowed"
        case .tooMuchOutput: "the output of the sandbox process is larger than allowed"
        case .killed(let signal): "the sandbox process was killed (signal \(signal))"
        case .notEnded: "the sandbox process could not be ended"
        }
    }

    public var advice: String {
        switch self {
        case .notStarted: "check the host's memory and limits, then start again"
        case .startedLate:
            "start the sandbox as the first statement of the program, in a `main()` that is not asynchronous, and set "
                + "OPENBLAS_NUM_THREADS=1 if a library starts threads before"
        case .serverEnded: "check what killed it, such as a lack of memory, then start again"
        case .killed: "check that the host has enough memory, then run again"
        case .notEnded: "check the disk of the output folder, then run again"
        case .crashed, .badReply, .tooManyThreads, .stalled:
            "check the input; report it if it is valid"
        case .tooMuchMemory, .tooMuchTime, .tooMuchOutput:
            "give a smaller input, or raise the limit"
        }
    }
}
