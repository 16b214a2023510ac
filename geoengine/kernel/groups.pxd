# What other modules of the kernel use.

from libc.stdint cimport int32_t, int64_t, uint64_t


cdef class Group:
    cdef const int64_t[:, ::1] rows
    # The rows of group k begin at `starts[k]` and end before `starts[k + 1]`. A hash table of the
    # codes has the numbers of their groups, or -1.
    cdef int64_t* codes
    cdef int64_t* starts
    cdef int32_t* slots
    cdef uint64_t last


cdef inline uint64_t slot_of(Group group, int64_t code) noexcept nogil:
    """Return the slot of the group with a code, or the free one where it belongs."""
    cdef uint64_t slot = ((<uint64_t>code * <uint64_t>0x9E3779B97F4A7C15) >> 20) & group.last
    while group.slots[slot] >= 0 and group.codes[group.slots[slot]] != code:
        slot = (slot + 1) & group.last
    return slot
