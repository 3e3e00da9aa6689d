// targets: sm_100a
// registers: 128
// contract: loop UTCIMMA=16 UTCBAR=1; code UTCIMMA=16
// contract: loop LDTM=1; code LDTM=1; never IMMA
//
// What it asks: how many operations a second the tensor cores of B200 do by tcgen05.mma
// on integers of 8 bits; later chips of the family have no such kind.
// What limits it: the tensor cores, as in tcgen05.cu.
//
// FLOPs, bytes and the check: tcgen05.cuh, with N = 256 and k of 32 an instruction. The
// sums rise and wrap around.
//
// What the assembler shows: 16 UTCIMMA in the loop, one behind the other.
// Dead-code guard: each sum goes into a word that is stored, in every trip.
#include "tcgen05.cuh"

struct Int8 : Plain<kIntegerSums, 1, uint32_t> {
  static constexpr bool kSigned = false;
  PLAIN_MULTIPLY("i8")
};

TCGEN05_ENTRY(tensor_int8_tcgen05, Int8)
