import { useQueries } from '@tanstack/react-query';
import { useApiClient } from '../../../api/api-context.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { apiQuery, useApiList } from '../../../api/use-api.ts';
import { formatCount } from '../../../design/format/format-count.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import { useBounds } from '../../../navigation/use-bounds.ts';
import { missingSentence, uploadSearch } from '../missing-symbols.ts';
import { distinctMissing } from './distinct-missing.ts';
import styles from './symbols.module.css';

const GROUPS_LOOKED_AT = 10;

/** What the newest reports of the most frequent groups could not be read with. */
export function MissingPanel() {
  const { from, to } = useBounds();
  const api = useApiClient();
  const groups = useApiList('/v1/crashes/groups', { query: { from, to, sort: 'reports', limit: GROUPS_LOOKED_AT } });
  const queries = groups.rows.map(({ id }) =>
    apiQuery(api, '/v1/crashes/groups/:id/reports', { params: { id }, query: { limit: 1 } }),
  );
  const reports = useQueries({ queries });
  const missing = distinctMissing(reports.flatMap(({ data }) => (data ?? []).slice(0, 1)));
  const isLoading = groups.isPending || reports.some((report) => report.isPending);
  return (
    <Panel
      title="Missing symbols"
      description={`Based on the newest report of the ${GROUPS_LOOKED_AT} most frequent groups in this range`}
      isLoading={isLoading}
      loadingHeight={80}
      error={failureOf(groups, "Couldn't load crash groups")}
      empty={
        missing.length > 0
          ? undefined
          : {
              title: 'No missing symbols',
              children: 'All stack traces are symbolicated.',
            }
      }
    >
      <ul className={styles.missing}>
        {missing.map(({ entry, groupIds }) => (
          <li key={missingSentence(entry)}>
            <span>{missingSentence(entry)}</span>
            <span>
              {formatCount(groupIds.length, 'group')} ·{' '}
              <PageLink page="/crashes" search={uploadSearch(entry)}>
                Upload it
              </PageLink>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
