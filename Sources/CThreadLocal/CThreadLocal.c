#include "CThreadLocal.h"

_Thread_local void *c_thread_locals[2];
