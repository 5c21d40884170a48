// Restricts a new sandbox process, before it reads anything.
#include "CSandbox.h"

/// Restricts this process, which has one thread, irrevocably: afterwards it opens files of the folder `.` (if there is a draft
/// folder) and, to read, of the folder of the descriptor `artifacts` (-1 for none), and makes the listed system calls; nothing
/// else. Returns the parts that are in effect, bits of `vt_part_...`; the kernel or the architecture lacks the others.
int restrict_process(bool has_draft, int artifacts, bool is_strict);
