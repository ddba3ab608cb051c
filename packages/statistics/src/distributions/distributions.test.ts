import { test } from 'vitest';
import { chiSquaredSurvival } from '../chi-squared.ts';
import { expectClose } from '../testing/expect-close.ts';
import { binomialCdf } from './binomial.ts';
import { logGamma } from './log-gamma.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { tCdf, tQuantile } from './student-t.ts';

// Worked out apart from this code with mpmath 1.3 and 40 digits: erfc, the regularized incomplete beta function, and
// Newton's method for quantiles.

test('normal: quantiles and tails', () => {
  expectClose(normalQuantile(0.975), 1.959963984540054, 1e-14);
  expectClose(normalCdf(-1.5), 0.06680720126885807, 1e-12);
  expectClose(normalCdf(-8), 6.220960574271784e-16, 1e-12);
  expectClose(normalCdf(-20), 2.7536241186062337e-89, 1e-12);
});

test.each([
  [1, 12.706204736174705, 0.09501516093917985],
  [1.5, 6.0166631044279315, 0.0599110198295052],
  [3, 3.1824463052837095, 0.023744769521625624],
  [10, 2.228138851986275, 0.004360246360705963],
  [17.3, 2.107032003753468, 0.0023139219023733996],
  [555.5, 1.9642436614577814, 0.0006119418341655065],
  [10_000, 1.9602012398906263, 0.0005789330917640015],
  [1e8, 1.9599640082627667, 0.0005770252330103394],
])('t with %f degrees of freedom: its 97.5 %% quantile and its tail beyond 3.25', (degrees, quantile, tail) => {
  expectClose(tQuantile(0.975, degrees), quantile, 1e-12);
  expectClose(tCdf(-3.25, degrees), tail, 1e-12);
});

test('values that other libraries give', () => {
  // Common software computes this quantile with an error of 2e-11.
  expectClose(tQuantile(0.975, 10), 2.2281388519649385);
  expectClose(chiSquaredSurvival(20, 3), 0.00016974243555282632);
  // The median of the beta distribution with 10 and 90: as likely as not, 10 of 99 are below it.
  expectClose(binomialCdf(9, 99, 0.09733463842068915), 0.5);
});

test('binomial sums and the gamma function', () => {
  expectClose(binomialCdf(40, 100, 0.5), 0.028443966820490395, 1e-12);
  expectClose(binomialCdf(930, 1_000, 0.95), 0.0034743586988461458, 1e-11);
  expectClose(logGamma(10), Math.log(362_880), 1e-14);
});
