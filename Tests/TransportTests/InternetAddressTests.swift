import Testing
import Transport

@Suite struct InternetAddressTests {
    @Test(arguments: [
        "8.8.8.8", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "169.253.0.1", "11.0.0.0", "223.255.255.255",
        "2606:4700:4700::1111", "2a00:1450::1", "64:ff9b::8.8.8.8", "2001:4860:4860::8888",
    ])
    func publicAddressIsRecognized(_ text: String) throws {
        #expect(try #require(InternetAddress(host: text)).isPublic)
    }

    @Test(arguments: [
        "127.0.0.1", "127.255.255.255", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1",
        "172.31.255.255", "192.168.1.1", "100.64.0.1", "100.127.255.255", "169.254.169.254",
        "224.0.0.1", "239.255.255.255", "255.255.255.255", "198.18.0.1", "198.19.255.255",
        "192.0.2.1", "192.0.0.8", "168.63.129.16",
        "::", "::1", "fe80::1", "febf::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1",
        "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2001:0:1::", "2001:db8::1", "3fff::1",
        "fd00:ec2::254",
    ])
    func specialPurposeAddressIsNotPublic(_ text: String) throws {
        #expect(!(try #require(InternetAddress(host: text)).isPublic))
    }

    /// Forms that inet_aton(3) and libcurl accept.
    @Test(arguments: [
        "127.1", "127.0.1", "0x7f000001", "0x7f.1", "2130706433", "017700000001", "0177.0.0.1",
        "127.0.0.1.", "0X7F.0.0.1",
    ])
    func legacyFormsAreParsed(_ text: String) {
        #expect(InternetAddress(host: text)?.bytes == [127, 0, 0, 1])
    }

    @Test func zeroGroupsAreExpanded() {
        let bytes = InternetAddress(host: "2001:DB8::1:ff")?.bytes
        #expect(bytes == [0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0xff])
        #expect(InternetAddress(host: "1:2:3:4:5:6:7:8")?.bytes.last == 8)
        #expect(InternetAddress(host: "::ffff:1.2.3.4")?.bytes.suffix(4) == [1, 2, 3, 4])
    }

    @Test(arguments: [
        "", ".", "example.com", "1.2.3.4.5", "256.1.1.1", "1.2.3.256", "4294967296", "0x", "08.1",
        "1..2", "+1.2.3.4", "-1", "a", ":", ":::", "1::2::3", "1:2:3:4:5:6:7", "12345::",
        "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", "::g", "1.2.3.4::", "::+1", "fe80::1%eth0",
    ])
    func namesAreNotAddresses(_ text: String) {
        #expect(InternetAddress(host: text) == nil)
    }
}
