#pragma once
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A boost::signals2 signal; nothing works unless `boost_is_available` returns true.
typedef struct BoostSignal BoostSignal;

/// Whether the headers of Boost were installed when this was compiled.
bool boost_is_available(void);
/// The version of Boost, such as 107400 for 1.74.
int boost_version(void);

BoostSignal *boost_make(void);
void boost_free(BoostSignal *signal);
void boost_post(BoostSignal *signal, long count, long value);
/// Connects a slot that adds to `sum`, and returns the connection.
void *boost_observe(BoostSignal *signal, long *sum);
/// Disconnects and frees a connection.
void boost_cancel(void *connection);

#ifdef __cplusplus
}
#endif
