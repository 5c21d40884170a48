public import StatusServer
public import Submission

/// What the API submits becomes jobs by the same rules as what the command submits.
extension UploadSubmitter: Submitting {}
