import { osLabel } from '../../../analytics/duckdb/relations/os-label.ts';
import { RELEASE_VALUE } from '../../../analytics/duckdb/relations/release-value.ts';
import type { HealthDimension } from '../queries/session-health.ts';

export type PlainDimension = Exclude<HealthDimension, 'flag' | 'experiment'>;

/** Where rows come from: events and metrics, as the sums have them, and reports, which say less. */
export type SessionSource = 'activity' | 'crashes';

/** What a row says of its session: columns that decide the value, when they say one, and its text. */
interface SaidValue {
  readonly columns: readonly string[];
  readonly isSaid: string;
  readonly text: string;
}

const column = (name: string): SaidValue => ({ columns: [name], isSaid: `${name} <> ''`, text: name });
const release: SaidValue = { columns: ['platform', 'app_version'], isSaid: "app_version <> ''", text: RELEASE_VALUE };
const everySource = (value: SaidValue): Record<SessionSource, SaidValue> => ({ activity: value, crashes: value });

const values: Readonly<Record<PlainDimension, Partial<Record<SessionSource, SaidValue>>>> = {
  app_version: everySource(column('app_version')),
  platform: everySource(column('platform')),
  release: everySource(release),
  os: {
    activity: {
      columns: ['platform', 'os_name', 'os_version'],
      isSaid: "(os_version <> '' OR os_name <> '')",
      text: osLabel('events'),
    },
    crashes: { columns: ['platform', 'os_version'], isSaid: "os_version <> ''", text: osLabel('crashes') },
  },
  device_model: everySource(column('device_model')),
  country: { activity: column('country') },
};

/** A hash of what a row says; two hashes may have the same text. */
export function valueKey(dimension: PlainDimension, source: SessionSource): string {
  const said = values[dimension][source];
  return said === undefined ? 'NULL::UBIGINT' : `CASE WHEN ${said.isSaid} THEN hash(${said.columns.join(', ')}) END`;
}

/** The text itself; NULL where none is said. */
export function valueText(dimension: PlainDimension, source: SessionSource): string {
  const said = values[dimension][source];
  return said === undefined ? 'NULL::VARCHAR' : `CASE WHEN ${said.isSaid} THEN ${said.text} END`;
}

export const columnsOfValues = (dimensions: readonly PlainDimension[], source: SessionSource): readonly string[] => [
  ...new Set(dimensions.flatMap((dimension) => values[dimension][source]?.columns ?? [])),
];

/**
 * The statement that creates `value_<dimension> (h, n, value)`: the text of each hash, and a number for each text. There
 * are far fewer values than sessions, so sessions are grouped by number and the texts are joined at the end.
 */
export function createValues(
  dimension: PlainDimension,
  sources: Readonly<Partial<Record<SessionSource, string>>>,
): string {
  const said = (Object.keys(sources) as SessionSource[]).flatMap((source) => {
    const columns = values[dimension][source]?.columns;
    if (columns === undefined) return [];
    return `SELECT ${valueKey(dimension, source)} AS h, ${valueText(dimension, source)} AS value
      FROM (SELECT DISTINCT ${columns.join(', ')} FROM ${sources[source]})`;
  });
  return `CREATE TEMP TABLE value_${dimension} AS
    SELECT h, CASE WHEN value IS NOT NULL THEN dense_rank() OVER (ORDER BY value) END AS n, value
    FROM (SELECT h, min(value) AS value FROM (${said.join(' UNION ALL ')}) WHERE h IS NOT NULL GROUP BY h)`;
}

/** Each text with its number, as a table expression `(n, value)`. */
export const numberedValues = (dimension: PlainDimension): string =>
  `(SELECT DISTINCT n, value FROM value_${dimension} WHERE n IS NOT NULL)`;
