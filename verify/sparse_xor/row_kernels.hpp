// The two passes over a tall matrix of unit rows, in plain double with a proven a-priori error.
//
// Both kernels round to nearest and add in an order fixed by the shape alone, so results are the same for any number of
// threads. With u = 2^-53 and gamma_n = n u / (1 - n u), a sum of rounded products in which each product takes part in
// at most n - 1 additions differs from the exact sum by at most gamma_n times the sum of absolute values, plus 2^-1074
// for every product that underflows (Higham, Accuracy and Stability of Numerical Algorithms, section 4.2; additions do
// not err when they underflow). n_rows and n_columns below count the order used:
//  row_products      four lanes of length floor(m/4), two additions to join them, up to three more products:
//                    n <= 1 + (m/4 + 2) + 4 = m/4 + 7;
//  weighted_row_sum  rows in blocks of 256, in each block 64 groups of four rows joined by two additions; blocks are
//                    joined by halving: n <= 1 + 2 + 64 + 1 + ceil(log2(number of blocks)) <= 68 + log2(d).
// By Cauchy-Schwarz and |v_k| <= 1 + 1e-12 (1.000000000002 to be safe) this gives, up to underflow,
//  |row_products(x)_k - v_k . x| <= gamma_n 1.000000000002 |x|,
//  |weighted_row_sum(w) - sum_k w_k v_k|_2 <= gamma_n 1.000000000002 sum_k |w_k|:
// the error vector is at most gamma_n sum_k |w_k| |v_k| entry by entry, and the norm of that is at most
// gamma_n sum_k |w_k| |v_k|_2.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "numerics/interval.hpp"

namespace lemmacheck::verify::sparse_xor {

/// A d x m matrix, row-major.
struct RowMatrix {
  const double* values;
  std::size_t rows, columns;
};

/// v_k . x for every row, for one or two x of length m: result[c][k].
std::vector<std::vector<double>> row_products(const RowMatrix& v, const std::vector<const double*>& x);
/// Encloses the largest error of row_products for an x of norm at most `norm`: [-r, r].
numerics::Interval row_product_error(const RowMatrix& v, const numerics::Interval& norm);

/// sum_k w_k v_k for two weightings of length d at once.
std::array<std::vector<double>, 2> weighted_row_sums(const RowMatrix& v, const std::array<const double*, 2>& w);
/// Upper bound, as the upper end, of the Euclidean norm of the error of weighted_row_sums; `sum_of_weights` encloses
/// sum_k |w_k|.
numerics::Interval weighted_row_sum_error(const RowMatrix& v, const numerics::Interval& sum_of_weights);

/// At least |v_k| for every row.
inline constexpr double largest_row_norm = 1.000000000002;

}  // namespace lemmacheck::verify::sparse_xor
