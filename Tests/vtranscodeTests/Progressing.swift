import Storage
import SystemPackage
@testable import Transcoding

extension RunEvent {
    static func progress(
        _ upload: String, _ fraction: Double, remaining: Double? = 9.2, speed: Double = 3.94
    ) -> Self {
        .progress(
            UploadProgress(
                upload: Location(FilePath(upload)), name: upload, fraction: fraction,
                framesDone: 786,
                framesTotal: 1872, framesPerSecond: 118.2, realTimeFactor: speed,
                remaining: remaining))
    }
}
