import { quoted, texts } from '../../../engines/clickhouse/clickhouse-sql.ts';
import type { PersonTableName } from '../../duckdb/erasure/doomed-rows.ts';
import type { ErasureRecord, SubjectKind } from './removal-records.ts';

/** The ids that an erasure means, by what they are. */
export type Subjects = Readonly<Record<SubjectKind, readonly string[]>>;

/** Columns that hold ids of persons. */
export const idColumns: Readonly<Record<PersonTableName, readonly ('user' | 'anonymous' | 'device')[]>> = {
  events: ['user', 'anonymous', 'device'],
  crashes: ['user', 'device'],
  metrics: ['user', 'device'],
  links: ['user', 'anonymous', 'device'],
  device_facts: ['anonymous', 'device'],
  failed_events: ['user', 'anonymous', 'device'],
  user_attributes: ['user'],
};

const ofPerson = {
  user: 'user_id IN :ids',
  anonymous: 'anonymous_id IN :ids AND user_id IS NULL',
  device: 'device_id IN :ids AND user_id IS NULL AND anonymous_id IS NULL',
  whole_device: 'device_id IN :ids',
};
const ofReport = {
  user: 'user_id IN :ids',
  device: 'device_id IN :ids AND user_id IS NULL',
  whole_device: 'device_id IN :ids',
};

/** Which rows an id of a kind takes with it. */
const reach: Readonly<Record<PersonTableName, Partial<Readonly<Record<SubjectKind, string>>>>> = {
  events: ofPerson,
  crashes: ofReport,
  metrics: ofReport,
  links: { user: 'user_id IN :ids', whole_device: 'device_id IN :ids' },
  device_facts: {
    anonymous: 'anonymous_id IN :ids',
    device: 'device_id IN :ids',
    whole_device: 'device_id IN :ids',
  },
  failed_events: ofPerson,
  user_attributes: { user: 'user_id IN :ids' },
};

/** As subjectHash of the log makes it. */
export const hashSql = (kind: string, id: string): string =>
  `lower(hex(SHA256(concat(toString(e), '/', ${kind}, '/', assumeNotNull(${id})))))`;

/** In its own log a record reaches what stands before it, in others what was received until then. */
export const isBefore = (
  { logTag, sequence, receivedMs }: Pick<ErasureRecord, 'logTag' | 'sequence' | 'receivedMs'>,
  received: string,
): string => `if(log_tag = ${logTag}, seq < ${sequence}, ${received} <= ${receivedMs})`;

/** When what a row tells of happened, by the sender; where it does not say, when it was received. */
const happened: Readonly<Record<PersonTableName, string>> = {
  events: 'ts_ms',
  crashes: 'ts_ms',
  metrics: 'ts_ms',
  links: 'linked_at_ms',
  device_facts: 'received_ms',
  user_attributes: 'set_at_ms',
  failed_events: `coalesce(toUnixTimestamp64Milli(parseDateTime64BestEffortOrNull(
    JSONExtractString(ifNull(raw, ''), 'timestamp'), 3, 'UTC')), received_ms)`,
};

/** Rows that go with these subjects, as a condition. */
export function isDoomed(table: PersonTableName, record: ErasureRecord, subjects: Subjects): string {
  const branches = Object.entries(reach[table]).flatMap(([kind, condition]) => {
    const ids = subjects[kind as SubjectKind];
    return ids.length === 0 ? [] : [`(${condition.replace(':ids', `(${ids.map(quoted).join(', ')})`)})`];
  });
  if (table === 'failed_events' && record.subjects.length > 0) branches.push(isMentioned(record));
  if (branches.length === 0) return 'false';
  const received = table === 'links' ? 'linked_at_ms' : 'received_ms';
  // An erasure also reaches what comes after it and is of a time before it: a queue that was offline for long.
  const isReached = `(${isBefore(record, received)} OR ${happened[table]} < ${record.receivedMs})`;
  return `ifNull((${branches.join(' OR ')}) AND ${isReached}, 0)`;
}

/** What was refused is kept as it came: every text in it may be one of the ids. */
function isMentioned({ subjects }: ErasureRecord): string {
  const strings = `arrayDistinct(arrayMap(text -> JSONExtractString(concat('[', text, ']'), 1),
    extractAll(ifNull(raw, ''), '"(?:[^"\\\\\\\\]|\\\\\\\\.)*"')))`;
  const kinds = ['user', 'anonymous', 'device'].map((kind) => {
    const hashes = subjects
      .filter((subject) => (subject.kind === 'whole_device' ? 'device' : subject.kind) === kind)
      .map(({ hash }) => hash);
    return hashes.length === 0
      ? undefined
      : `arrayExists(text -> text <> '' AND has(${texts(hashes)}, lower(hex(SHA256(concat(toString(e), '/${kind}/', text))))), ${strings})`;
  });
  return `(${kinds.filter((condition) => condition !== undefined).join(' OR ')})`;
}
