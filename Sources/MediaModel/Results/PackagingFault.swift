/// Something came out other than planned: a fault of this program or of the linked libav, never of the upload.
package struct PackagingFault: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}
