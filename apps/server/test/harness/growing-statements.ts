/** Statements that are short themselves, and whose values, lists, answers or plans grow beyond all bounds. */
export interface GrowingStatement {
  readonly name: string;
  readonly sql: string;
  /** It is answered, but with no more than is shown. */
  readonly isAnswered?: true;
}

const nested = (times: number, around: (inner: string, time: number) => string, inner: string): string => {
  let text = inner;
  for (let time = 0; time < times; time++) text = around(text, time);
  return text;
};
const listed = (times: number, each: (time: number) => string): string =>
  Array.from({ length: times }, (_, n) => each(n)).join(', ');

const TEN = "'xxxxxxxxxx'";
const text = "(properties->>'text')";
/** One text of a million characters, beside as many rows as a vector has. */
const besideBig = (expression: string): string =>
  `SELECT max(length(${expression})) FROM (SELECT string_agg('0123456789', '') AS big FROM range(100000)), range(2048) AS r(i)`;
const besideList = (expression: string): string =>
  `SELECT max(length(${expression})) FROM (SELECT list('0123456789' || n) AS big FROM range(100000) AS r(n)), range(2048) AS r(i)`;

export const growingStatements: readonly GrowingStatement[] = [
  {
    name: 'replace that grows tenfold nine times',
    sql: `SELECT length(${nested(9, (inner) => `replace(${inner}, 'x', ${TEN})`, TEN)})`,
  },
  {
    name: 'replace over rows',
    sql: `SELECT max(length(${nested(4, (inner) => `replace(${inner}, 'x', ${TEN})`, text)})) FROM events`,
  },
  {
    name: 'replace in a part of long texts',
    sql: `SELECT max(length(replace(left(${text}, 100), 'x', ${TEN}))) FROM events`,
    isAnswered: true,
  },
  { name: 'replace by a text of the data', sql: `SELECT max(length(replace(${text}, 'x', ${text}))) FROM events` },
  {
    name: 'regexp_replace',
    sql: `SELECT length(${nested(9, (inner) => `regexp_replace(${inner}, 'x', ${TEN}, 'g')`, TEN)})`,
  },
  {
    name: 'regexp_replace by its own groups',
    sql: `SELECT length(${nested(40, (inner) => `regexp_replace(${inner}, '(.*)', '\\1\\1')`, TEN)})`,
  },
  {
    name: 'regexp_replace by the whole match',
    sql: `SELECT max(length(${nested(4, (inner) => `regexp_replace(${inner}, '.', '\\0\\0\\0', 'g')`, text)})) FROM events`,
  },
  {
    name: 'replace inside CASE and COALESCE',
    sql: `SELECT max(length(${nested(4, (inner) => `CASE WHEN n > 0 THEN coalesce(replace(${inner}, 'x', ${TEN}), '') END`, text)})) FROM events, range(1, 3) AS r(n)`,
  },
  {
    name: 'printf of many long texts',
    sql: `SELECT max(length(printf('${'%s'.repeat(300)}', ${listed(300, () => text)}))) FROM events`,
  },
  {
    name: 'format that repeats an argument',
    sql: `SELECT max(length(format('${'{0}'.repeat(500)}', ${text}))) FROM events`,
  },
  {
    name: 'list_reduce with ||',
    sql: `SELECT length(list_reduce([${listed(60, () => TEN)}], lambda a, b: a || a || b))`,
  },
  {
    name: 'list_reduce with lists',
    sql: `SELECT len(list_reduce([${listed(60, () => '[1, 2, 3]')}], lambda a, b: list_concat(a, a, b)))`,
  },
  { name: 'hex in hex', sql: `SELECT length(${nested(40, (inner) => `hex(${inner})`, TEN)})` },
  { name: 'bin in bin', sql: `SELECT length(${nested(20, (inner) => `bin(${inner})`, TEN)})` },
  { name: 'base64 in base64', sql: `SELECT length(${nested(90, (inner) => `base64(${inner}::BLOB)`, TEN)})` },
  {
    name: 'url_encode in url_encode',
    sql: `SELECT length(${nested(120, (inner) => `url_encode(${inner} || '%%%%')`, TEN)})`,
  },
  { name: 'JSON in JSON', sql: `SELECT length(${nested(60, (inner) => `to_json(${inner})::TEXT`, `'"\\"'`)})` },
  {
    name: 'json_object in json_object',
    sql: `SELECT length(x) FROM ${nested(30, (inner) => `(SELECT json_object('a', x, 'b', x)::TEXT AS x FROM ${inner})`, "(SELECT 'x' AS x)")}`,
  },
  {
    name: 'lists that become texts again and again',
    sql: `SELECT length(x) FROM ${nested(30, (inner) => `(SELECT [x, x]::TEXT AS x FROM ${inner})`, "(SELECT 'x' AS x)")}`,
  },
  {
    name: 'bytes that double',
    sql: `SELECT octet_length(x) FROM ${nested(40, (inner) => `(SELECT x || x AS x FROM ${inner})`, "(SELECT 'abc'::BLOB AS x)")}`,
  },
  {
    name: 'texts that double',
    sql: `SELECT length(x) FROM ${nested(40, (inner) => `(SELECT x || x AS x FROM ${inner})`, `(SELECT ${TEN} AS x)`)}`,
  },
  {
    name: 'texts that double by concat',
    sql: `SELECT length(x) FROM ${nested(40, (inner) => `(SELECT concat(x, x) AS x FROM ${inner})`, `(SELECT ${TEN} AS x)`)}`,
  },
  {
    name: 'lists that double',
    sql: `SELECT len(x) FROM ${nested(40, (inner) => `(SELECT x || x AS x FROM ${inner})`, '(SELECT [1, 2, 3] AS x)')}`,
  },
  {
    name: 'lists of lists that double',
    sql: `SELECT len(x) FROM ${nested(40, (inner) => `(SELECT [x, x] AS x FROM ${inner})`, '(SELECT 1 AS x)')}`,
  },
  {
    name: 'structs that double',
    sql: `SELECT x FROM ${nested(40, (inner) => `(SELECT {'a': x, 'b': x} AS x FROM ${inner})`, '(SELECT 1 AS x)')}`,
  },
  {
    name: 'rows that double',
    sql: `SELECT t FROM ${nested(40, (inner) => `(SELECT t AS a, t AS b FROM ${inner} AS t)`, '(SELECT 1 AS x)')} AS t`,
  },
  {
    name: 'columns that double',
    sql: `WITH c0 AS (SELECT 1 AS a, 2 AS b)${nested(30, (inner, n) => `${inner}, c${n + 1} AS (SELECT * FROM c${n} AS x, c${n} AS y)`, '')} SELECT count(*) FROM c30`,
  },
  { name: 'names that double', sql: `SELECT 'x' AS a0, ${listed(40, (n) => `a${n} || a${n} AS a${n + 1}`)}` },
  { name: 'nullif in nullif', sql: `SELECT ${nested(40, (inner, n) => `nullif(${inner}, ${n})`, '1')}` },
  { name: 'split_part in split_part', sql: `SELECT ${nested(40, (inner) => `split_part(${inner}, ',', 1)`, TEN)}` },
  { name: 'fmod in fmod', sql: `SELECT ${nested(40, (inner) => `fmod(${inner}, 7)`, '1.5')}` },
  {
    name: 'long texts in many functions',
    sql: `SELECT max(length(${nested(40, (inner) => `reverse(upper(${inner}))`, text)})) FROM events`,
  },
  {
    name: 'long texts in many columns',
    sql: `SELECT ${listed(200, (n) => `max(length(${text} || '${n}'))`)} FROM events`,
  },
  // One row is longer than an answer may be.
  {
    name: 'long texts shown many times',
    sql: `SELECT ${listed(300, () => 'properties')} FROM events`,
    isAnswered: true,
  },
  { name: 'one big text beside many rows', sql: besideBig('big || i') },
  { name: 'parts of one big text', sql: besideBig('substr(big, i::BIGINT, 900000)') },
  { name: 'one big text in lists', sql: besideBig('[big, big][1]') },
  { name: 'one big text split', sql: besideBig("string_split(big, '5')[i]") },
  {
    name: 'one big text that is shown',
    sql: "SELECT big, big, big FROM (SELECT string_agg('0123456789', '') AS big FROM range(100000)), range(2048)",
    isAnswered: true,
  },
  { name: 'one big list beside many rows', sql: besideList("list_concat(big, ['x'])") },
  { name: 'one big list that is sorted', sql: besideList('list_sort(big)') },
  { name: 'one big list that is transformed', sql: besideList('list_transform(big, lambda x: x || i)') },
  {
    name: 'one big list that is shown',
    sql: "SELECT big, big FROM (SELECT list('0123456789' || n) AS big FROM range(100000) AS r(n)), range(2048)",
  },
  { name: 'one big list as text', sql: besideList('big::TEXT') },
  {
    name: 'a text captured by a lambda',
    sql: `SELECT max(len(list_transform(string_split(${text}, ''), lambda x: ${text}))) FROM events`,
  },
  {
    name: 'one big list joined by a long text',
    sql: `SELECT max(length(array_to_string(string_split(${text}, ''), ${text}))) FROM events`,
  },
  { name: 'a running list', sql: 'SELECT max(len(l)) FROM (SELECT list(e.properties) OVER () AS l FROM events AS e)' },
  {
    name: 'long texts in many windows',
    sql: `SELECT ${listed(50, (n) => `length(first_value(${text} || '${n}') OVER (ORDER BY timestamp))`)} FROM events`,
  },
  {
    name: 'a running histogram',
    sql: 'SELECT max(cardinality(h)) FROM (SELECT histogram(i) OVER (ORDER BY i) AS h FROM range(100000) AS r(i))',
  },
  { name: 'a median of too many', sql: 'SELECT median(i) FROM range(10000000000) AS r(i)' },
  { name: 'a mode of too many', sql: 'SELECT mode(i) FROM range(10000000000) AS r(i)' },
  { name: 'an aggregate by its name', sql: "SELECT list_aggregate([1, 2], 'bitstring_agg', 0, 2000000000)" },
  {
    name: 'a long format of times',
    sql: `SELECT max(length(strftime(now() + INTERVAL (i) DAY, '${'%c'.repeat(9_000)}'))) FROM range(200000) AS r(i)`,
  },
  {
    name: 'wide rows of JSON',
    sql: `SELECT len(from_json('[' || (SELECT string_agg('{}', ',') FROM range(300000)) || ']', '[{${Array.from({ length: 700 }, (_, n) => `"a${n}":"BIGINT"`).join(',')}}]'))`,
  },
  {
    name: 'a recursion that doubles',
    sql: "WITH RECURSIVE r(s) AS (SELECT 'xxxxxxxx' UNION ALL SELECT s || s FROM r) SELECT max(length(s)) FROM r",
  },
  // Those that would take hours, of which DuckDB could not be stopped in the middle.
  {
    name: 'LIKE that goes back',
    sql: `SELECT count(*) FROM events WHERE ${text} LIKE '%_x%_x%_x%_x%y'`,
    isAnswered: true,
  },
  {
    name: 'LIKE with an escape that goes back',
    sql: `SELECT count(*) FROM events WHERE ${text} LIKE '%x%x%x%x%y' ESCAPE '!'`,
    isAnswered: true,
  },
  {
    name: 'LIKE by a pattern of the data',
    sql: `SELECT count(*) FROM events WHERE ${text} LIKE '%_x%_x%_x%_x%y' || event_name`,
  },
  { name: 'GLOB that goes back', sql: `SELECT count(*) FROM events WHERE ${text} GLOB '*x*x*x*x*y'` },
  { name: 'a long needle', sql: `SELECT max(position(left(${text}, 15000) || 'y' IN ${text})) FROM events` },
  {
    name: 'a long needle that is replaced',
    sql: `SELECT max(length(replace(${text}, left(${text}, 15000) || 'y', ''))) FROM events`,
  },
  { name: 'a pattern of the data', sql: `SELECT count(*) FROM events WHERE regexp_matches(${text}, ${text})` },
  {
    name: 'a long pattern',
    sql: `SELECT count(*) FROM events WHERE regexp_matches(${text}, '${'(x|y)?'.repeat(2_500)}z')`,
  },
  {
    name: 'a slow function in many columns',
    sql: `SELECT ${listed(400, (n) => `max(jaccard(${text}, '${n}x'))`)} FROM events`,
  },
  {
    name: 'a long list filtered by a long text',
    sql: `SELECT max(len(list_filter(string_split(${text}, ''), lambda x: ${text} LIKE '%y%'))) FROM events`,
  },
  {
    name: 'many collations',
    sql: `SELECT count(*) FROM events WHERE ${Array.from({ length: 300 }, (_, n) => `${text} COLLATE NOCASE = '${n}'`).join(' OR ')}`,
  },
  {
    name: 'a tree of deep JSON',
    sql: "SELECT max(length(t.path)) FROM (SELECT (SELECT string_agg('[', '') FROM range(300000)) || (SELECT string_agg(']', '') FROM range(300000)) AS j) AS deep, json_tree(deep.j) AS t",
  },
];
