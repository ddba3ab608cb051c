import type { Wire } from '@lamppost/protocol';
import flowStyles from '../../../design/layout/flow.module.css';
import { Hint } from '../../../design/primitives/hint.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { ShortNumber } from '../../../design/primitives/short-number.tsx';
import type { DataColumn } from '../../../design/tables/data-table.tsx';
import styles from '../people.module.css';
import { kindWords, personName, valueWords } from '../person-words.ts';

type PersonRow = Wire['PersonRow'];

const person: DataColumn<PersonRow> = {
  id: 'person',
  header: 'Person',
  width: 'minmax(200px, 3fr)',
  onCard: 'title',
  cell: ({ id, attributes }) => {
    const name = personName(attributes);
    return (
      <span className={flowStyles.lines}>
        {name !== undefined && <bdi className={styles.title}>{name}</bdi>}
        <bdi className={name === undefined ? `${styles.title} ${styles.mono}` : styles.id}>{id}</bdi>
      </span>
    );
  },
};

/** Columns that can be left out. Those with a value to sort by are sorted by the server. */
export const optionalColumns: readonly DataColumn<PersonRow>[] = [
  {
    id: 'kind',
    header: 'Type',
    width: '110px',
    cell: ({ kind }) => <Hint text={kindWords[kind].hint}>{kindWords[kind].label}</Hint>,
  },
  {
    id: 'last',
    header: 'Last seen',
    width: '120px',
    sortValue: ({ last_seen: at }) => at,
    cell: ({ last_seen: at }) => <RelativeTime at={at} />,
  },
  {
    id: 'first',
    header: 'First seen',
    width: '120px',
    sortValue: ({ first_seen: at }) => at,
    cell: ({ first_seen: at }) => <RelativeTime at={at} />,
  },
  {
    id: 'platform',
    header: 'Platform',
    width: 'minmax(90px, 1fr)',
    hint: 'When last seen',
    cell: ({ platform, app_version: version }) => (
      <bdi className={styles.cut}>{[platform, version].filter((fact) => fact !== null).join(' ') || '–'}</bdi>
    ),
  },
  { id: 'country', header: 'Country', width: '90px', cell: ({ country }) => country ?? '–' },
  {
    id: 'events',
    header: 'Events',
    width: '100px',
    align: 'end',
    sortValue: ({ event_count: count }) => count,
    cell: ({ event_count: count }) => <ShortNumber value={count} unit="events" one="event" />,
  },
];

const ATTRIBUTE = 'attribute:';

export const attributeColumnId = (name: string): string => `${ATTRIBUTE}${name}`;

/** The person, the chosen columns in their usual order, and attributes as they were chosen, before the number at the end. */
export function peopleColumns(shown: readonly string[]): readonly DataColumn<PersonRow>[] {
  const attributes = shown.filter((id) => id.startsWith(ATTRIBUTE)).map((id) => id.slice(ATTRIBUTE.length));
  const chosen = optionalColumns.filter(({ id }) => shown.includes(id));
  return [
    person,
    ...chosen.filter(({ align }) => align !== 'end'),
    ...attributes.map(attributeColumn),
    ...chosen.filter(({ align }) => align === 'end'),
  ];
}

const attributeColumn = (name: string): DataColumn<PersonRow> => ({
  id: attributeColumnId(name),
  header: name,
  width: 'minmax(100px, 1fr)',
  cell: (row) => <bdi className={styles.cut}>{attributeText(row.attributes[name])}</bdi>,
});

const attributeText = (value: unknown): string => (value === undefined || value === null ? '–' : valueWords(value));
