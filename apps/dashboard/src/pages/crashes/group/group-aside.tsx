import { Button } from '@mantine/core';
import { useState } from 'react';
import { ShareBars } from '../../../charts/share-bars.tsx';
import { formatPercent, formatShortNumber } from '../../../design/format/format-number.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { PageLink } from '../../../navigation/page-link.tsx';
import { groupingSentence } from '../group-words.ts';
import { type CrashGroupDetails, findingSentence, standsOut } from '../stands-out.ts';
import { distributionBars } from './distribution-bars.ts';
import styles from './group.module.css';
import { GroupComments } from './group-comments.tsx';

export function GroupAside({ group }: { readonly group: CrashGroupDetails }) {
  return (
    <>
      <GroupComments groupId={group.id} />
      <StandsOut group={group} />
      <Distributions group={group} />
      {group.similar_groups.length > 0 && <Similar group={group} />}
      <History group={group} />
      <Grouping group={group} />
    </>
  );
}

function StandsOut({ group }: { readonly group: CrashGroupDetails }) {
  const findings = standsOut(group.distributions);
  return (
    <Panel
      title="Most common in crashes"
      description={`${formatShortNumber(group.crashed_sessions)} crashed ${group.crashed_sessions === 1 ? 'session' : 'sessions'} of ${formatShortNumber(group.all_sessions)} total`}
    >
      {findings.length === 0 ? (
        <p className={styles.reason}>
          {group.crashed_sessions === 0
            ? 'No sessions with this crash in this range'
            : 'No property is significantly more common in crashed sessions'}
        </p>
      ) : (
        <ul className={flowStyles.list8}>
          {findings.map((finding) => (
            <li key={`${finding.dimension} ${finding.share.key} ${finding.share.value}`} className={styles.finding}>
              <strong>{findingSentence(finding)}</strong>
              <span className={textStyles.muted12}>
                {formatPercent(finding.share.share_of_crashed, 1)} of crashed sessions,{' '}
                {formatPercent(finding.share.share_of_all, 1)} of all
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Distributions({ group }: { readonly group: CrashGroupDetails }) {
  const [isWhole, setWhole] = useState(false);
  const bars = distributionBars(group.distributions);
  const reported = bars.filter((one) => !one.isQuiet);
  if (bars.length === 0) return null;
  return (
    <Panel
      title="Distribution"
      description="Bar: share of crashed sessions. Line: share of all sessions."
      footer={
        reported.length === bars.length ? undefined : (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show flags and experiments without a difference'}
          </Button>
        )
      }
    >
      {(isWhole ? bars : reported).map(({ label, items }) => (
        <div key={label} className={styles.dimension}>
          <ShareBars
            label={label}
            items={items}
            of="crashed sessions"
            ofAll="all sessions"
            max={5}
            isExplained={false}
          />
        </div>
      ))}
    </Panel>
  );
}

function Similar({ group }: { readonly group: CrashGroupDetails }) {
  return (
    <Panel title="Similar groups" description="Crashed at the same location">
      <ul className={styles.parts}>
        {group.similar_groups.map((other) => (
          <li key={other.id}>
            <span className={styles.part}>
              <PageLink page="/crashes/$id" params={{ id: other.id }}>
                <bdi>{other.title.slice(0, 200)}</bdi>
              </PageLink>
              {other.culprit !== null && <bdi className={textStyles.muted12}>{other.culprit}</bdi>}
            </span>
            <StatusBadge tone={other.status === 'open' ? 'warn' : 'neutral'}>{other.status}</StatusBadge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function History({ group }: { readonly group: CrashGroupDetails }) {
  if (group.resolved_at === null && group.regressed_at === null) return null;
  return (
    <Panel title="History">
      <ul className={styles.parts}>
        {group.resolved_at !== null && (
          <li>
            <span>{group.resolved_in_version === null ? 'Resolved' : `Resolved in ${group.resolved_in_version}`}</span>
            <RelativeTime at={group.resolved_at} />
          </li>
        )}
        {group.regressed_at !== null && (
          <li>
            <span>
              {group.regressed_in_version === null ? 'Regressed' : `Regressed in ${group.regressed_in_version}`}
              {group.regressions > 1 && `, ${group.regressions} times in total`}
            </span>
            <RelativeTime at={group.regressed_at} />
          </li>
        )}
      </ul>
    </Panel>
  );
}

function Grouping({ group }: { readonly group: CrashGroupDetails }) {
  return (
    <Panel title="Why these reports are grouped">
      <p className={styles.reason}>{groupingSentence(group.reason.kind)}</p>
      {group.reason.used.length > 0 && (
        <ul className={styles.used} aria-label="Grouping inputs">
          {group.reason.used.map((used) => (
            <li key={used}>
              <bdi>{used.slice(0, 400)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <p className={textStyles.muted12}>Grouping rule {group.reason.rule}</p>
    </Panel>
  );
}
