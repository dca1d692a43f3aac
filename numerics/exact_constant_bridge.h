/* Calcium behind a small interface: its headers do not compile as C++. A bank holds numbers by index. Internal. */
#ifndef LEMMACHECK_NUMERICS_EXACT_CONSTANT_BRIDGE_H
#define LEMMACHECK_NUMERICS_EXACT_CONSTANT_BRIDGE_H

#include <gmp.h>

#ifdef __cplusplus
extern "C" {
#endif

struct lemmacheck_calcium_bank;

enum lemmacheck_calcium_operation {
  lemmacheck_calcium_pi, /* no arguments */
  lemmacheck_calcium_add,
  lemmacheck_calcium_subtract,
  lemmacheck_calcium_multiply,
  lemmacheck_calcium_divide,
  lemmacheck_calcium_power,
  lemmacheck_calcium_negate, /* one argument from here on */
  lemmacheck_calcium_sqrt,
  lemmacheck_calcium_exp,
  lemmacheck_calcium_log,
  lemmacheck_calcium_sin,
  lemmacheck_calcium_cos,
  lemmacheck_calcium_tan,
  lemmacheck_calcium_asin,
  lemmacheck_calcium_acos,
  lemmacheck_calcium_atan,
  lemmacheck_calcium_erf,
  lemmacheck_calcium_gamma
};

struct lemmacheck_calcium_bank* lemmacheck_calcium_open(long size);
void lemmacheck_calcium_close(struct lemmacheck_calcium_bank* bank);
void lemmacheck_calcium_set(struct lemmacheck_calcium_bank* bank, long result, mpq_srcptr value);
/* result = operation(a, b); 0 when the result is no known number. */
int lemmacheck_calcium_apply(struct lemmacheck_calcium_bank* bank, enum lemmacheck_calcium_operation operation,
                             long result, long a, long b);
/* 1: certainly zero; 0: certainly not, or not known. */
int lemmacheck_calcium_is_zero(struct lemmacheck_calcium_bank* bank, long index);

#ifdef __cplusplus
}
#endif

#endif
