import { rulesetCall } from '../../api/ruleset-call.ts';
import { useApi } from '../../api/use-api.ts';
import { Panel } from '../../design/layout/panel.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './cohorts.module.css';
import { flagsOfCohort } from './flags-of-cohort.ts';

/** Flags of this environment whose rules name the cohort. */
export function UsesPanel({ cohortKey }: { readonly cohortKey: string }) {
  const { data, error, isPending, refetch } = useApi('/v1/ruleset', rulesetCall);
  const flags = flagsOfCohort(cohortKey, data?.flags ?? []);
  return (
    <Panel
      title="Used by flags"
      isLoading={isPending}
      loadingHeight={48}
      error={error === null ? undefined : { title: "Couldn't load flags", onRetry: () => void refetch() }}
    >
      {flags.length === 0 ? (
        <p className={styles.muted}>No flag in this environment uses this cohort.</p>
      ) : (
        <ul className={styles.uses}>
          {flags.map((key) => (
            <li key={key}>
              <PageLink page="/flags/$key" params={{ key }} className={styles.mono}>
                {key}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
