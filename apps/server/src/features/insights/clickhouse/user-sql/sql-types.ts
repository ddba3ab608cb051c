/** Types that a value may be cast to. What is stored by the engine itself (states of aggregates) is not among them. */
const castTypes = new Set(
  `String Bool Boolean UUID Date Date32 DateTime DateTime32 DateTime64 Nullable Array Tuple Map LowCardinality
  Int8 Int16 Int32 Int64 Int128 Int256 UInt8 UInt16 UInt32 UInt64 UInt128 UInt256 Float32 Float64 Decimal Decimal32
  Decimal64 Decimal128 Decimal256 IPv4 IPv6`.split(/\s+/),
);
/** The same in standard SQL: in any case. */
const standardTypes = new Set(
  `VARCHAR TEXT CHAR INT INTEGER BIGINT SMALLINT TINYINT DOUBLE PRECISION FLOAT REAL BOOL BOOLEAN NUMERIC DEC DECIMAL DATE
  TIMESTAMP DATETIME UNSIGNED SIGNED`.split(/\s+/),
);

const typeText = /^(?:[A-Za-z_]\w*|\d+|'[A-Za-z0-9_+\-/]*'|[(),\s])+$/;

/** `type` is the text of a literal as EXPLAIN AST shows it, without its quotes. */
export function isCastType(type: string): boolean {
  const plain = type.replaceAll(/\\+'/g, "'");
  if (!typeText.test(plain)) return false;
  const words = plain.replaceAll(/'[^']*'/g, '').match(/[A-Za-z_]\w*/g) ?? [];
  return words.length > 0 && words.every((word) => castTypes.has(word) || standardTypes.has(word.toUpperCase()));
}
