import type { Wire } from '@lamppost/protocol';
import { useMemo } from 'react';
import { formatCount } from '../../../design/format/format-count.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { Percent } from '../../../design/primitives/percent.tsx';
import { type DataColumn, DataTable } from '../../../design/tables/data-table.tsx';
import { writeInsight } from '../../../insights/address/write-insight.ts';
import { emptyInsight, emptySeries } from '../../../insights/insight.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import styles from '../data.module.css';

type Property = Wire['CatalogRow']['properties'][number];

export interface EventPropertiesProps {
  readonly name: string;
  readonly entry: Wire['CatalogRow'];
}

const exampleText = (example: unknown): string =>
  typeof example === 'string' ? (example === '' ? 'empty string' : example) : JSON.stringify(example);

/** What its events carry; a row leads to the event broken down by the property. */
export function EventProperties({ name, entry }: EventPropertiesProps) {
  const href = usePageHref();
  const columns = useMemo(
    (): readonly DataColumn<Property>[] => [
      {
        id: 'name',
        header: 'Property',
        width: 'minmax(140px, 1fr)',
        onCard: 'title',
        sortValue: (property) => property.name,
        cell: (property) => <bdi className={`${styles.mono} ${styles.cut}`}>{property.name}</bdi>,
      },
      {
        id: 'types',
        header: 'Types',
        width: '120px',
        sortValue: ({ types }) => types.join(),
        cell: ({ types }) => types.join(', '),
      },
      {
        id: 'coverage',
        header: 'Present in',
        width: '100px',
        align: 'end',
        sortValue: ({ coverage }) => coverage,
        cell: ({ coverage }) => <Percent value={coverage} of={`the latest ${formatCount(entry.sampled, 'event')}`} />,
      },
      {
        id: 'examples',
        header: 'Examples',
        width: 'minmax(180px, 2fr)',
        cell: ({ examples }) => (
          <span className={styles.examples}>
            {examples.slice(0, 3).map((example) => (
              <bdi key={JSON.stringify(example)} className={styles.example}>
                {exampleText(example)}
              </bdi>
            ))}
          </span>
        ),
      },
    ],
    [entry.sampled],
  );
  const exploreHref = ({ name: property }: Property): string =>
    href('/explore', {
      q: writeInsight({
        ...emptyInsight('timeseries'),
        series: [{ ...emptySeries, event: name }],
        breakdowns: [`event_properties.${property}`],
      }),
    });
  return (
    <Panel
      title="Properties"
      description={`From the latest ${formatCount(entry.sampled, 'event')}. Click a row to break the event down by it.`}
      isFlush
    >
      <DataTable
        label="Properties"
        rows={entry.properties}
        columns={columns}
        rowId={(property) => property.name}
        rowHref={exploreHref}
        initialSort={{ id: 'coverage', isDescending: true }}
        empty={{ title: 'No properties' }}
      />
    </Panel>
  );
}
