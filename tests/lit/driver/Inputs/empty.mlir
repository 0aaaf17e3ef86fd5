// A module without ops.
