#include "numerics/exact_constant_bridge.h"

#if __has_include(<flint/ca.h>)
#include <flint/ca.h>
#define LEMMACHECK_HAS_CALCIUM 1
#elif __has_include(<calcium/ca.h>) && __has_include(<antic/nf.h>)
#include <calcium/ca.h>
#define LEMMACHECK_HAS_CALCIUM 1
#endif

#ifdef LEMMACHECK_HAS_CALCIUM

struct lemmacheck_calcium_bank {
  ca_ctx_t context;
  ca_ptr numbers;
  long size;
};

struct lemmacheck_calcium_bank* lemmacheck_calcium_open(long size) {
  struct lemmacheck_calcium_bank* bank = flint_malloc(sizeof(struct lemmacheck_calcium_bank));
  ca_ctx_init(bank->context);
  /* Well below the defaults: an answer in milliseconds or none. */
  ca_ctx_set_option(bank->context, CA_OPT_PREC_LIMIT, 512);
  ca_ctx_set_option(bank->context, CA_OPT_QQBAR_DEG_LIMIT, 24);
  ca_ctx_set_option(bank->context, CA_OPT_GROEBNER_LENGTH_LIMIT, 20);
  ca_ctx_set_option(bank->context, CA_OPT_GROEBNER_POLY_LENGTH_LIMIT, 100);
  ca_ctx_set_option(bank->context, CA_OPT_GROEBNER_POLY_BITS_LIMIT, 1000);
  ca_ctx_set_option(bank->context, CA_OPT_VIETA_LIMIT, 4);
  bank->size = size;
  bank->numbers = flint_malloc((size_t)size * sizeof(ca_struct));
  for (long i = 0; i < size; ++i) ca_init(bank->numbers + i, bank->context);
  return bank;
}

void lemmacheck_calcium_close(struct lemmacheck_calcium_bank* bank) {
  for (long i = 0; i < bank->size; ++i) ca_clear(bank->numbers + i, bank->context);
  flint_free(bank->numbers);
  ca_ctx_clear(bank->context);
  flint_free(bank);
}

void lemmacheck_calcium_set(struct lemmacheck_calcium_bank* bank, long result, mpq_srcptr value) {
  fmpq_t x;
  fmpq_init(x);
  fmpq_set_mpq(x, value);
  ca_set_fmpq(bank->numbers + result, x, bank->context);
  fmpq_clear(x);
}

int lemmacheck_calcium_apply(struct lemmacheck_calcium_bank* bank, enum lemmacheck_calcium_operation operation,
                             long result, long a, long b) {
  ca_ptr r = bank->numbers + result;
  ca_srcptr x = bank->numbers + a;
  ca_srcptr y = bank->numbers + b;
  ca_ctx_struct* context = bank->context;
  switch (operation) {
    case lemmacheck_calcium_pi:
      ca_pi(r, context);
      break;
    case lemmacheck_calcium_add:
      ca_add(r, x, y, context);
      break;
    case lemmacheck_calcium_subtract:
      ca_sub(r, x, y, context);
      break;
    case lemmacheck_calcium_multiply:
      ca_mul(r, x, y, context);
      break;
    case lemmacheck_calcium_divide:
      ca_div(r, x, y, context);
      break;
    case lemmacheck_calcium_power:
      ca_pow(r, x, y, context);
      break;
    case lemmacheck_calcium_negate:
      ca_neg(r, x, context);
      break;
    case lemmacheck_calcium_sqrt:
      ca_sqrt(r, x, context);
      break;
    case lemmacheck_calcium_exp:
      ca_exp(r, x, context);
      break;
    case lemmacheck_calcium_log:
      ca_log(r, x, context);
      break;
    case lemmacheck_calcium_sin:
      ca_sin_cos(r, NULL, x, context);
      break;
    case lemmacheck_calcium_cos:
      ca_sin_cos(NULL, r, x, context);
      break;
    case lemmacheck_calcium_tan:
      ca_tan(r, x, context);
      break;
    case lemmacheck_calcium_asin:
      ca_asin(r, x, context);
      break;
    case lemmacheck_calcium_acos:
      ca_acos(r, x, context);
      break;
    case lemmacheck_calcium_atan:
      ca_atan(r, x, context);
      break;
    case lemmacheck_calcium_erf:
      ca_erf(r, x, context);
      break;
    case lemmacheck_calcium_gamma:
      ca_gamma(r, x, context);
      break;
  }
  return ca_check_is_number(r, context) == T_TRUE;
}

int lemmacheck_calcium_is_zero(struct lemmacheck_calcium_bank* bank, long index) {
  return ca_check_is_zero(bank->numbers + index, bank->context) == T_TRUE;
}

#else /* Calcium's headers need those of Antic, a package of its own on Debian: without them no zero is known. */

struct lemmacheck_calcium_bank* lemmacheck_calcium_open(long size) {
  (void)size;
  return 0;
}

void lemmacheck_calcium_close(struct lemmacheck_calcium_bank* bank) { (void)bank; }

void lemmacheck_calcium_set(struct lemmacheck_calcium_bank* bank, long result, mpq_srcptr value) {
  (void)bank, (void)result, (void)value;
}

int lemmacheck_calcium_apply(struct lemmacheck_calcium_bank* bank, enum lemmacheck_calcium_operation operation,
                             long result, long a, long b) {
  (void)bank, (void)operation, (void)result, (void)a, (void)b;
  return 0;
}

int lemmacheck_calcium_is_zero(struct lemmacheck_calcium_bank* bank, long index) {
  (void)bank, (void)index;
  return 0;
}

#endif
