// Restricts a new sandbox process, before it reads anything.
#include "CSandbox.h"

/// Restricts this process, which has one thread, irrevocably: afterwards it opens files of the folder of the descriptor `draft`
/// and, to read, of that of `artifacts` (each -1 for none), and makes the listed system calls; nothing else. Returns the parts
/// that are in effect, bits of `vt_part_...`; the kernel or the architecture lacks the others.
int restrict_process(int draft, int artifacts, bool is_strict);
