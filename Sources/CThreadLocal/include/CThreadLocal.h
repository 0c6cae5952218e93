#ifndef C_THREAD_LOCAL_H
#define C_THREAD_LOCAL_H

/// Pointers of which each thread has its own, NULL until the thread sets them.
///
/// Swift has no thread-local variables and can't import those of C. It can call
/// functions of C, which it inlines.
extern _Thread_local void *_Nullable c_thread_locals[2] __attribute__((tls_model("initial-exec")));

/// Returns a pointer of the calling thread.
static inline void *_Nullable c_thread_local(long index) { return c_thread_locals[index]; }

/// Changes a pointer of the calling thread.
static inline void c_set_thread_local(long index, void *_Nullable value) { c_thread_locals[index] = value; }

#endif
