// What a new sandbox process does to itself before it reads anything.
#include "CSandbox.h"

/// Takes rights away from this process for good, which has one thread: it opens nothing but files of the folder `.` (if there
/// is a draft folder) and, to read, of the folder of the descriptor `artifacts` (-1: of none), and makes none but the listed
/// system calls. Gives the parts that the kernel took; the others it has not, or this architecture lacks them.
int restrict_process(bool has_draft, int artifacts, bool is_strict);
