import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconEye, IconFlame, IconRefresh } from '@tabler/icons-react';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/values/relative-time.tsx';
import { PageLink, type PageLinkProps } from '../../../navigation/page-link.tsx';
import type { PagePath } from '../../../navigation/page-path.ts';
import type { RangeBounds } from '../../../navigation/use-bounds.ts';
import { byWeight, type LookItem } from './look-item.ts';
import styles from './look-list.module.css';
import { type LookSource, useLookSources } from './use-look-sources.ts';

const icons = { bad: IconFlame, warn: IconAlertTriangle, tidy: IconEye };
const iconWords = { bad: 'Now', warn: 'Soon', tidy: 'When there is time' };

/** What needs a look, each a sentence with a link. A source that fails says so and leaves the others alone. */
export function LookList({ bounds }: { readonly bounds: RangeBounds }) {
  const sources = useLookSources(bounds);
  const items = sources.flatMap((source) => source.items).toSorted(byWeight);
  const isLoading = sources.some((source) => source.state === 'loading');
  const failed = sources.filter((source) => source.state === 'failed');
  const isAllClear = items.length === 0 && !isLoading && failed.length === 0;
  return (
    <Panel title="What needs a look" isFlush>
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
            <p className={styles.words}>
              Nothing needs a look. Checked were {listed(sources.map(({ what }) => what))}.
            </p>
          </li>
        )}
      </ul>
    </Panel>
  );
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
        Whether there are {source.what} could not be found out: {source.problem}
      </p>
      <Button size="compact-xs" variant="default" leftSection={<IconRefresh size={12} />} onClick={source.retry}>
        Try again
      </Button>
    </li>
  );
}

const listed = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
