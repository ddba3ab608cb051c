import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconEye, IconFlame, IconRefresh } from '@tabler/icons-react';
import { useRef } from 'react';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { PageLink, type PageLinkProps } from '../../../navigation/page-link.tsx';
import type { PagePath } from '../../../navigation/page-path.ts';
import type { RangeBounds } from '../../../navigation/use-bounds.ts';
import { byWeight, type LookItem } from './look-item.ts';
import styles from './look-list.module.css';
import { type LookSource, useLookSources } from './use-look-sources.ts';

const icons = { bad: IconFlame, warn: IconAlertTriangle, tidy: IconEye };
const iconWords = { bad: 'High priority', warn: 'Medium priority', tidy: 'Low priority' };

/** Needs attention, each a sentence with a link. A source that fails says so and leaves the others alone. */
export function LookList({ bounds }: { readonly bounds: RangeBounds }) {
  const sources = useLookSources(bounds);
  const items = useStableOrder(sources.flatMap((source) => source.items).toSorted(byWeight));
  const isLoading = sources.some((source) => source.state === 'loading');
  const failed = sources.filter((source) => source.state === 'failed');
  const isAllClear = items.length === 0 && !isLoading && failed.length === 0;
  return (
    <Panel title="Needs attention" isFlush>
      <ul className={styles.list} aria-busy={isLoading}>
        {items.map((item) => (
          <Line key={item.id} item={item} />
        ))}
        {failed.map((source) => (
          <FailedLine key={source.what} source={source} />
        ))}
        {isLoading && (
          <li className={styles.line}>
            <Skeleton height={12} width="60%" my={4} radius="sm" />
          </li>
        )}
        {isAllClear && (
          <li className={styles.line}>
            <IconCircleCheck size={18} stroke={1.6} className={styles.good} aria-hidden />
            <p className={styles.words}>Nothing needs attention. Checked: {listed(sources.map(({ what }) => what))}.</p>
          </li>
        )}
      </ul>
    </Panel>
  );
}

/** What was found later stands below what is there already: nothing moves away from under the pointer. */
function useStableOrder(items: readonly LookItem[]): readonly LookItem[] {
  const places = useRef(new Map<string, number>());
  for (const { id } of items) if (!places.current.has(id)) places.current.set(id, places.current.size);
  return items.toSorted((a, b) => (places.current.get(a.id) ?? 0) - (places.current.get(b.id) ?? 0));
}

function Line({ item }: { readonly item: LookItem }) {
  const Icon = icons[item.weight];
  const target = { page: item.page, params: item.params, search: item.search } as unknown as PageLinkProps<PagePath>;
  return (
    <li className={styles.line}>
      <Icon
        size={18}
        stroke={1.6}
        className={styles[item.weight]}
        role="img"
        aria-label={iconWords[item.weight]}
        data-hint={iconWords[item.weight]}
      />
      <p className={styles.words}>
        <PageLink {...target} className={styles.subject}>
          <bdi>{item.subject}</bdi>
        </PageLink>{' '}
        {item.words}
      </p>
      {item.at !== undefined && (
        <span className={styles.time}>
          <RelativeTime at={item.at} />
        </span>
      )}
    </li>
  );
}

function FailedLine({ source }: { readonly source: LookSource }) {
  return (
    <li className={styles.line} role="alert">
      <IconAlertTriangle size={18} stroke={1.6} className={styles.bad} aria-hidden />
      <p className={styles.words}>
        Couldn't check for {source.what}: {source.problem}
      </p>
      <Button size="compact-xs" variant="default" leftSection={<IconRefresh size={12} />} onClick={source.retry}>
        Try again
      </Button>
    </li>
  );
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
