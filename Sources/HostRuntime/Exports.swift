// A plugin imports one module.
@_exported public import HostBase
@_exported public import MessageBus
@_exported public import Scenarios
