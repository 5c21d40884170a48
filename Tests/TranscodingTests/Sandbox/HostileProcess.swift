#if os(Linux)
    import Foundation
    import Sandbox
    import TestSupport

    /// A program in place of sandbox processes, which executes the work and then changes the reply, or leaves additional files.
    enum HostileProcess {
        /// Executes the work by the real program, then runs a line of Python on the reply of one kind of work, in its draft folder.
        private static let program = """
            import json, os, subprocess, sys
            product, secret, kind, change = sys.argv[1:5]
            request, work = sys.stdin.buffer.readline(), sys.stdin.buffer.readline()
            open_files = [int(name) for name in os.listdir("/proc/self/fd") if int(name) > 2]
            worker = subprocess.Popen(
                [product, "__sandbox"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                pass_fds=[file for file in open_files if os.path.exists(f"/proc/self/fd/{file}")])
            # The end of its input would be that of its parent.
            worker.stdin.write(request + work)
            worker.stdin.flush()
            lines = worker.stdout.read().decode().splitlines()
            if json.loads(request)["kind"] == kind:
                name = "180p-0.m4s"
                reply = lines[-1]
                exec(change)
                lines[-1] = reply
            print("\\n".join(lines), flush=True)
            sys.stdin.buffer.read()
            """

        /// Starts processes that change the replies of one kind of work; `secret` is a path that the replies may contain.
        static func launcher(_ kind: String, _ change: String, secret: URL) throws
            -> SandboxLauncher
        {
            let product = try BuiltProgram.path(of: "vtranscode")
            return .program(
                "/usr/bin/python3", ["-c", program, product, secret.path, kind, change])
        }
    }
#endif
