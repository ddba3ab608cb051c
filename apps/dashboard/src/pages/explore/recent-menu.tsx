import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { describeInsight } from '../../insights/describe-insight.ts';
import type { Insight, InsightKind } from '../../insights/insight.ts';
import styles from './explore.module.css';
import { useRecent } from './use-recent.ts';

export interface RecentMenuProps {
  readonly onChoose: (insight: Insight) => void;
  readonly icon: ReactNode;
}

const kindWords: Readonly<Record<InsightKind, string>> = {
  timeseries: 'trend',
  funnel: 'funnel',
  retention: 'retention',
  paths: 'paths',
  lifecycle: 'lifecycle',
  stickiness: 'stickiness',
  distribution: 'distribution',
  sql: 'SQL',
};

export function RecentMenu({ onChoose, icon }: RecentMenuProps) {
  const [recent, refresh] = useRecent();
  return (
    <Menu position="bottom-end" width={340} onOpen={refresh}>
      <Tooltip label="Recent queries">
        <span>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label="Recent queries">
              {icon}
            </ActionIcon>
          </Menu.Target>
        </span>
      </Tooltip>
      <Menu.Dropdown>
        <Menu.Label>Recent queries in this browser</Menu.Label>
        {recent.length === 0 && <p className={styles.noRecent}>Your queries appear here.</p>}
        {recent.map(({ insight, askedAtMs }) => (
          <Menu.Item key={`${insight.kind} ${askedAtMs}`} onClick={() => onChoose(insight)}>
            <span className={styles.recent}>
              <bdi className={styles.recentTitle}>{describeInsight(insight)}</bdi>
              <span className={textStyles.muted12}>
                {kindWords[insight.kind]}, <RelativeTime at={askedAtMs} />
              </span>
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
