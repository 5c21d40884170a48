internal import Foundation

/// Its bytes cross between processes as one text, not as a number each.
extension SideCar: Codable {
    private enum CodingKeys: CodingKey {
        case name, bytes, fault
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let name = try fields.decode(SideCarName.self, forKey: .name)
        if let reason = try fields.decodeIfPresent(String.self, forKey: .fault) {
            self.init(name: name, content: .failure(Fault(reason: reason)))
        } else {
            let bytes = try [UInt8](fields.decode(Data.self, forKey: .bytes))
            self.init(name: name, content: .success(bytes))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(name, forKey: .name)
        switch content {
        case .success(let bytes): try fields.encode(Data(bytes), forKey: .bytes)
        case .failure(let fault): try fields.encode(fault.reason, forKey: .fault)
        }
    }
}
