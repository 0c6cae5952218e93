#include "BoostSignals.h"

#if __has_include(<boost/signals2.hpp>)
#include <boost/signals2.hpp>
#include <boost/version.hpp>

struct Message {
    long first;
    long second;
};

struct BoostSignal {
    boost::signals2::signal<void(const Message &)> signal;
};

bool boost_is_available(void) { return true; }
int boost_version(void) { return BOOST_VERSION; }
BoostSignal *boost_make(void) { return new BoostSignal(); }
void boost_free(BoostSignal *signal) { delete signal; }

void boost_post(BoostSignal *signal, long count, long value) {
    for (long i = 0; i < count; i++) signal->signal(Message{value, i});
}

void *boost_observe(BoostSignal *signal, long *sum) {
    auto slot = [sum](const Message &message) {
        if (message.first != 0) *sum += message.first;
    };
    return new boost::signals2::connection(signal->signal.connect(slot));
}

void boost_cancel(void *pointer) {
    auto connection = static_cast<boost::signals2::connection *>(pointer);
    connection->disconnect();
    delete connection;
}
#else
bool boost_is_available(void) { return false; }
int boost_version(void) { return 0; }
BoostSignal *boost_make(void) { return nullptr; }
void boost_free(BoostSignal *) {}
void boost_post(BoostSignal *, long, long) {}
void *boost_observe(BoostSignal *, long *) { return nullptr; }
void boost_cancel(void *) {}
#endif
