import fc from 'fast-check';

/** Every source has the columns k and v, so that most of what is put together from them can be run. */
const shown = [
  'SELECT user_id AS k, event_name AS v FROM events',
  'SELECT person_id AS k, country AS v FROM EVENTS',
  'SELECT to_json(t)::VARCHAR AS k, t.device_id AS v FROM "events" AS t',
  "SELECT properties->>'mark' AS k, context->'device'->>'id' AS v FROM events",
  'SELECT event_id AS k, count(*)::VARCHAR AS v FROM events GROUP BY ALL',
  "SELECT max(COLUMNS('event_(id|name)')) FROM events",
  'SELECT person_id AS k, list_sort(anonymous_ids)::VARCHAR AS v FROM people',
  'SELECT user_id AS k, event_count::VARCHAR AS v FROM people AS events',
  'SELECT person_id AS k, attributes::VARCHAR AS v FROM people',
  'SELECT person_id AS k, entry AS v FROM sessions',
  'SELECT device_id AS k, country AS v FROM devices',
  'SELECT a.user_id AS k, b.person_id AS v FROM events a JOIN people b ON a.person_id = b.person_id',
  'SELECT user_id AS k, kind AS v FROM people NATURAL JOIN (SELECT user_id FROM events)',
  'SELECT e.event_name AS k, j.value::VARCHAR AS v FROM events e, json_each(e.properties) j',
  'SELECT id AS k, exception_type AS v FROM crashes',
  'SELECT metric_name AS k, id AS v FROM metrics',
  'SELECT id AS k, action AS v FROM changes',
  "SELECT 'theirs' AS k, 'ours' AS v",
];
/** Doors that must be shut: what lies behind them has the same columns, or is the rows of everybody. */
const shut = [
  'SELECT user_id AS k, name AS v FROM store.events',
  'SELECT user_id AS k, name AS v FROM memory.recent.events',
  'SELECT user_id AS k, anonymous_id AS v FROM links',
  'SELECT user_id AS k, name AS v FROM recent.main.events',
  "SELECT k, v FROM query('SELECT user_id AS k, name AS v FROM store.events') AS q(k, v)",
  'SELECT user_id AS k, anonymous_id AS v FROM "lamppost events"',
];
/** CTEs may hide tables; what reads columns of a hidden one is refused, so most of them hide nothing. */
const cteName = fc.constantFrom('x', 'x', 'x', 'doors', 'doors', 'links', 'events', 'people');
const join = fc.constantFrom('JOIN', 'LEFT JOIN', 'FULL JOIN', 'SEMI JOIN', 'ANTI JOIN');

const sometimes = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, arbitrary);

type Names = readonly string[];

/** `names` are those of CTEs that can be read here. */
function leafOf(names: Names): fc.Arbitrary<string> {
  const ctes = names.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...names).map(asSource), weight: 12 }];
  return fc.oneof(
    { arbitrary: fc.constantFrom(...shown).map((text) => asSource(`(${text})`)), weight: 30 },
    { arbitrary: fc.constantFrom(...shut).map((text) => asSource(`(${text})`)), weight: 1 },
    { arbitrary: cteName.map(asSource), weight: 1 },
    ...ctes,
  );
}

const asSource = (text: string): string => `${text} AS t(k, v)`;

function sourceOf(depth: number, names: Names): fc.Arbitrary<string> {
  if (depth === 0) return leafOf(names);
  const inner = queryOf(depth - 1, names);
  const joined = fc.tuple(inner, join, fc.constantFrom(...shown)).map(([left, how, right]) => {
    return asSource(`(SELECT a.* FROM (${left}) a(k, v) ${how} (${right}) b(k, v) USING (k))`);
  });
  const lateral = fc.tuple(fc.constantFrom(...shown), inner).map(([left, right]) => {
    return asSource(`(SELECT a.k, l.v FROM (${left}) a(k, v), LATERAL (${right}) l(k, v))`);
  });
  return fc.oneof(
    leafOf(names),
    inner.map((text) => asSource(`(${text})`)),
    joined,
    lateral,
  );
}

function expressionOf(depth: number, names: Names): fc.Arbitrary<string> {
  const texts = ['t.k', 't.v', "'theirs'", 'NULL', 'NULL::VARCHAR', 't::VARCHAR', 'upper(t.v)', 'coalesce(t.v, t.k)'];
  const plain = fc.constantFrom(...texts);
  if (depth === 0) return plain;
  const inner = queryOf(depth - 1, names);
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    inner.map((text) => `(SELECT count(*)::VARCHAR FROM (${text}) AS s)`),
    inner.map((text) => `(SELECT max(s.k) FROM (${text}) AS s(k, v) WHERE s.v = t.v)`),
    inner.map((text) => `CASE WHEN EXISTS (${text}) THEN t.k END`),
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
  return fc.oneof(
    { arbitrary: fc.tuple(listed, source).map(([items, from]) => `SELECT ${items} FROM ${from}`), weight: 5 },
    source.map((from) => `SELECT t.k AS k, count(DISTINCT t.v)::VARCHAR AS v FROM ${from} GROUP BY t.k`),
  );
}

function queryOf(depth: number, names: Names): fc.Arbitrary<string> {
  const inner = depth === 0 ? fc.constantFrom(...shown) : queryOf(depth - 1, names);
  const withCte = fc.tuple(cteName, inner, fc.boolean()).chain(([name, text, isRecursive]) => {
    const head = `WITH ${isRecursive ? 'RECURSIVE ' : ''}${name}(k, v) AS (${text}) `;
    return selectOf(depth, [...names, name]).map((select) => `${head}${select}`);
  });
  const one = fc.oneof({ arbitrary: selectOf(depth, names), weight: 3 }, withCte);
  const union = sometimes(fc.tuple(fc.constantFrom('UNION ALL', 'UNION', 'EXCEPT', 'INTERSECT'), inner));
  return fc
    .tuple(one, union)
    .map(([first, second]) => (second === null ? first : `(${first}) ${second[0]} (${second[1]})`));
}

/** Statements of any shape, most of which can be run: subqueries, CTEs, joins, unions, so many deep. */
export const randomStatements = (depth: number): fc.Arbitrary<string> => queryOf(depth, []);
