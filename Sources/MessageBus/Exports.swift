// Owners, plain values and their like are part of what the bus offers.
@_exported public import HostBase
