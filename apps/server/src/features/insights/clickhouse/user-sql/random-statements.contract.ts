import fc from 'fast-check';

/** Every source has the columns k and v, so that most of what is put together from them can be run. */
const shown = [
  'SELECT user_id AS k, event_name AS v FROM events',
  'SELECT person_id AS k, country AS v FROM events',
  'SELECT toJSONString(tuple(*)) AS k, events.device_id AS v FROM events',
  "SELECT JSONExtractString(properties, 'mark') AS k, JSONExtractString(context, 'device', 'id') AS v FROM events",
  'SELECT event_id AS k, toString(count(*)) AS v FROM events GROUP BY ALL',
  "SELECT max(COLUMNS('^event_id$')) AS k, max(COLUMNS('^event_name$')) AS v FROM events",
  'SELECT person_id AS k, toJSONString(arraySort(anonymous_ids)) AS v FROM people',
  'SELECT user_id AS k, toString(event_count) AS v FROM people AS events',
  'SELECT person_id AS k, toString(attributes) AS v FROM people',
  'SELECT person_id AS k, entry AS v FROM sessions',
  'SELECT device_id AS k, country AS v FROM devices',
  'SELECT a.user_id AS k, b.person_id AS v FROM events AS a JOIN people AS b ON a.person_id = b.person_id',
  'SELECT user_id AS k, kind AS v FROM people WHERE user_id IN (SELECT user_id FROM events)',
  'SELECT event_name AS k, j.2 AS v FROM events ARRAY JOIN JSONExtractKeysAndValuesRaw(assumeNotNull(properties)) AS j',
  'SELECT id AS k, exception_type AS v FROM crashes',
  'SELECT metric_name AS k, id AS v FROM metrics',
  'SELECT id AS k, action AS v FROM changes',
  "SELECT 'theirs' AS k, 'ours' AS v",
  'SELECT user_id AS k, toString(toInt64(substring(event_id, -1))) AS v FROM events WHERE toInt64(substring(event_id, -1)) < 9',
  "SELECT user_id AS k, toString(toInt64(replaceAll(replaceAll(JSONExtractString(properties, 'mark'), 'ours', '1'), 'x', 'y'))) AS v FROM events",
];
/** Doors that must be shut: what lies behind them has the same columns, or is the rows of everybody. */
const shut = [
  'SELECT user_id AS k, anonymous_id AS v FROM links',
  'SELECT name AS k, name AS v FROM system.users',
  "SELECT user_id AS k, name AS v FROM merge('events')",
  'SELECT user_id AS k, name AS v FROM events',
  "SELECT 'theirs-linked' AS k, toString('theirs-linked' IN links) AS v",
];
const cteName = fc.constantFrom('x', 'x', 'x', 'doors', 'doors', 'links', 'events');
const join = fc.constantFrom('JOIN', 'LEFT JOIN', 'FULL JOIN', 'SEMI LEFT JOIN', 'ANTI LEFT JOIN', 'ANY JOIN');

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, arbitrary);

type Names = readonly string[];

const asSource = (text: string): string => `${text} AS t`;

/** `names` are those of CTEs that can be read here. */
function leafOf(names: Names): fc.Arbitrary<string> {
  const ctes = names.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...names).map(asSource), weight: 12 }];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...shown).map((text) => asSource(`(${text})`)), weight: 40 },
    { arbitrary: fc.constantFrom(...shut).map((text) => asSource(`(${text})`)), weight: 1 },
    ...ctes,
  );
}

function sourceOf(depth: number, names: Names): fc.Arbitrary<string> {
  if (depth === 0) return leafOf(names);
  const inner = queryOf(depth - 1, names);
  const joined = fc.tuple(inner, join, fc.constantFrom(...shown)).map(([left, how, right]) => {
    return asSource(`(SELECT a.k AS k, a.v AS v FROM (${left}) AS a ${how} (${right}) AS b ON a.k = b.k)`);
  });
  return fc.oneof(
    leafOf(names),
    inner.map((text) => asSource(`(${text})`)),
    joined,
  );
}

function expressionOf(depth: number, names: Names): fc.Arbitrary<string> {
  const texts = ['t.k', 't.v', "'theirs'", 'NULL', 'upper(t.v)', 'coalesce(t.v, t.k)', 'toString(length(t.k))'];
  const plain = fc.constantFrom(...texts);
  if (depth === 0) return plain;
  const inner = queryOf(depth - 1, names);
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    inner.map((text) => `(SELECT toString(count(*)) FROM (${text}) AS s)`),
    inner.map((text) => `(SELECT max(s.k) FROM (${text}) AS s)`),
    inner.map((text) => `if(t.k IN (SELECT s.k FROM (${text}) AS s), t.k, NULL)`),
  );
}

function selectOf(depth: number, names: Names): fc.Arbitrary<string> {
  const expression = expressionOf(depth, names);
  const source = sourceOf(depth, names);
  const listed = fc.oneof(
    { arbitrary: fc.tuple(expression, expression).map(([k, v]) => `${k} AS k, ${v} AS v`), weight: 3 },
    fc.constant('*'),
    fc.constant('t.k AS k, first_value(t.v) OVER (PARTITION BY t.k ORDER BY t.v) AS v'),
  );
  const condition = fc.constantFrom(
    '',
    '',
    " WHERE t.v != 'ours'",
    " WHERE toInt64OrZero(t.k) = 0 OR t.k LIKE 'theirs%'",
  );
  return fc.oneof(
    {
      arbitrary: fc
        .tuple(listed, source, condition)
        .map(([items, from, where]) => `SELECT ${items} FROM ${from}${where}`),
      weight: 5,
    },
    source.map((from) => `SELECT t.k AS k, toString(count(DISTINCT t.v)) AS v FROM ${from} GROUP BY t.k`),
  );
}

function queryOf(depth: number, names: Names): fc.Arbitrary<string> {
  const inner = depth === 0 ? fc.constantFrom(...shown) : queryOf(depth - 1, names);
  const withCte = fc.tuple(cteName, inner).chain(([name, text]) => {
    const head = `WITH ${name} AS (${text}) `;
    return selectOf(depth, [...names, name]).map((select) => `${head}${select}`);
  });
  const one = fc.oneof({ arbitrary: selectOf(depth, names), weight: 3 }, withCte);
  const union = sometimes(fc.tuple(fc.constantFrom('UNION ALL', 'UNION DISTINCT', 'EXCEPT', 'INTERSECT'), inner));
  return fc
    .tuple(one, union)
    .map(([first, second]) => (second === null ? first : `(${first}) ${second[0]} (${second[1]})`));
}

/** Statements of any shape, most of which can be run: subqueries, CTEs, joins, unions, so many deep. */
export const randomStatements = (depth: number): fc.Arbitrary<string> => queryOf(depth, []);
