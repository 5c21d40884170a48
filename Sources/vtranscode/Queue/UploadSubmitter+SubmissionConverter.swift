public import StatusServer
public import Submission

/// The API converts submissions with the same rules as the command.
extension UploadSubmitter: SubmissionConverter {}
