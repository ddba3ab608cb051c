import { failureOf } from '../../api/failure-of.ts';
import { useApi } from '../../api/use-api.ts';
import { platformWords } from '../../design/format/platform-words.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { StatusBadge } from '../../design/primitives/status-badge.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { PageLink } from '../../navigation/page-link.tsx';
import { useBounds } from '../../navigation/use-bounds.ts';
import { type Regression, type Release, regressionSentence, tierWords } from './release-words.ts';
import styles from './releases.module.css';

/** Releases that crash more than the one before, and changes after which more crashed. */
export function RegressionsPanel({ releases }: { readonly releases: readonly Release[] }) {
  const { from } = useBounds();
  const result = useApi('/v1/releases/regressions', { query: { since: from, limit: 50 } });
  const rows = result.data?.regressions ?? [];
  return (
    <Panel
      title="Regressions"
      description="Found in this range, by release and by flag or experiment change"
      isLoading={result.isPending}
      loadingHeight={96}
      error={failureOf(result, "Couldn't load regressions")}
    >
      {rows.length === 0 ? (
        <p className={textStyles.muted13}>No regressions</p>
      ) : (
        <ul className={flowStyles.listColumn}>
          {rows.map((row) => (
            <li key={`${row.kind} ${row.release_id} ${row.change_event_id}`} className={styles.item}>
              <span className={styles.itemTitle}>
                <Subject row={row} release={releases.find(({ id }) => id === row.release_id)} />
                <StatusBadge tone={tierWords[row.tier].tone}>{tierWords[row.tier].text}</StatusBadge>
              </span>
              <span className={textStyles.muted13}>
                <RelativeTime at={row.change_at ?? row.detected_at} />
              </span>
              <p className={styles.itemWords}>{regressionSentence(row)}</p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const pageOfChange = (row: Regression) =>
  row.change_entity_type === 'experiment' ? '/experiments/$key' : '/flags/$key';

interface SubjectProps {
  readonly row: Regression;
  readonly release: Release | undefined;
}

function Subject({ row, release }: SubjectProps) {
  const version = (
    <PageLink page="/releases/$id" params={{ id: row.release_id }}>
      {row.version}
      {release !== undefined && ` on ${platformWords[release.platform]}`}
    </PageLink>
  );
  if (row.kind === 'release' || row.change_entity_key === null) return version;
  return (
    <span>
      After a change of{' '}
      <PageLink page={pageOfChange(row)} params={{ key: row.change_entity_key }} search={{ tab: 'history' }}>
        <bdi>{row.change_entity_key}</bdi>
      </PageLink>{' '}
      in {version}
    </span>
  );
}
