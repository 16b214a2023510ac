# Arithmetic modulo a prime, for all modules of the kernel.

from libc.stdint cimport int64_t


cdef enum:
    # 2**31 - 1; remainders of a number that the compiler knows take no division.
    PRIME = 2147483647


cdef inline int64_t residue(int64_t number) noexcept nogil:
    number %= PRIME
    return number + PRIME if number < 0 else number


cdef inline int64_t shortened(int64_t product) noexcept nogil:
    """Return a number below 2**32 with the same residue as a product of two residues.

    A sum of some of these is reduced at the end, since their residues take longer.
    """
    return (product & PRIME) + (product >> 31)


cdef inline int64_t inverse(int64_t number) noexcept nogil:
    """Return the inverse of a residue other than 0, by the extended Euclidean algorithm."""
    cdef int64_t before = PRIME, now = number, factor_before = 0, factor = 1, quotient, swap
    while now > 1:
        quotient = before // now
        swap = before - quotient * now
        before, now = now, swap
        swap = factor_before - quotient * factor
        factor_before, factor = factor, swap
    return residue(factor)
