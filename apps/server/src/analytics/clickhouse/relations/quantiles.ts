/**
 * Quantiles of an aggregated column without NULLs, as an array in the order of the shares; empty for no rows. Between two
 * values as DuckDB does it, to the last digit: quantileExactInclusive multiplies and adds in another order.
 */
export const quantilesSql = (column: string, shares: readonly number[]): string =>
  `arrayMap(sorted -> if(empty(sorted), [], arrayMap(rank -> ${BETWEEN},
    arrayMap(share -> (length(sorted) - 1) * share, [${shares.join(', ')}]))), [arraySort(groupArray(${column}))])[1]`;

const PART = '(rank - floor(rank))';
const BETWEEN = `sorted[toUInt64(floor(rank)) + 1] * (1 - ${PART}) + sorted[toUInt64(ceil(rank)) + 1] * ${PART}`;
