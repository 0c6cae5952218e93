// Owners, plain values and their like are part of what scenarios offer.
@_exported public import HostBase
