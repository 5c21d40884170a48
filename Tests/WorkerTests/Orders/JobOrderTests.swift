import Foundation
import JobQueue
import Presets
import TestSupport
import Testing

@testable import Worker

@Suite struct JobOrderTests {
    private func order(
        _ upload: URL, output: String = "/out", preset: String = "hls-ladder",
        name: String? = nil
    ) throws -> JobOrder {
        JobOrder(
            upload: upload.path, output: output, name: name,
            preset: try JobOrder.PresetText(preset))
    }

    @Test func thePayloadIsTheOrder() throws {
        let folder = try TemporaryFolder("order")
        let file = folder.file("a.mp4")
        try Data("a".utf8).write(to: file)
        let order = try order(file, name: "é \"x\"")
        let request = try order.request(JobOrder.Terms(tenant: "t", priority: 3, delay: 9))
        #expect(try JobOrder(payload: request.payload) == order)
        #expect(request.tenant == "t")
        #expect(request.priority == 3)
        #expect(request.delay == 9)
        #expect(request.tasks.map(\.kind) == ["transcode"])
        #expect(try order.preset.load().name == "hls-ladder")
    }

    /// Wherever the upload lies; and nothing else is the same job.
    @Test func theKeyIsContentPresetAndPlace() throws {
        let folder = try TemporaryFolder("order")
        let (first, copy, other) = (folder.file("a"), folder.file("b"), folder.file("c"))
        try Data("a".utf8).write(to: first)
        try Data("a".utf8).write(to: copy)
        try Data("c".utf8).write(to: other)
        let terms = JobOrder.Terms()
        let key = try order(first).request(terms).key
        #expect(try order(copy).request(terms).key == key)
        let others = [
            try order(other), try order(first, output: "/else"),
            try order(first, preset: "shorts"), try order(first, name: "n"),
        ]
        let keys = try others.map { try $0.request(terms).key }
        #expect(Set(keys + [key]).count == 5)
        #expect(try order(first).request(JobOrder.Terms(key: "own")).key == "own")
    }

    @Test(arguments: ["nowhere.mp4", ""])
    func whatIsNoFileIsRefused(_ name: String) throws {
        let folder = try TemporaryFolder("order")
        let order = try order(folder.url.appending(path: name))
        #expect {
            try order.request(JobOrder.Terms())
        } throws: { error in
            (error as? QueueError)?.code == .badRequest
        }
    }
}
