import { useEnvironment } from '../../api/environment.ts';
import { rulesetCall } from '../../api/ruleset-call.ts';
import { useApi } from '../../api/use-api.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { PageLink } from '../../navigation/page-link.tsx';
import { experimentsOfCohort, flagsOfCohort } from './uses-of-cohort.ts';

/** Flags whose rules, and experiments whose audiences, name the cohort, in this environment. */
export function UsesPanel({ cohortKey }: { readonly cohortKey: string }) {
  const { environment } = useEnvironment();
  const ruleset = useApi('/v1/ruleset', rulesetCall);
  const listed = useApi('/v1/experiments', { query: { environment_id: environment.id, limit: 100 } });
  const flags = flagsOfCohort(cohortKey, ruleset.data?.flags ?? []);
  const experiments = experimentsOfCohort(cohortKey, listed.data ?? []);
  const hasFailed = ruleset.error !== null || listed.error !== null;
  const retry = () => {
    void ruleset.refetch();
    void listed.refetch();
  };
  return (
    <Panel
      title="Used by"
      isLoading={ruleset.isPending || listed.isPending}
      loadingHeight={48}
      error={hasFailed ? { title: "Couldn't load flags and experiments", onRetry: retry } : undefined}
    >
      {flags.length + experiments.length === 0 ? (
        <p className={textStyles.mutedText}>No flag or experiment in this environment uses this cohort.</p>
      ) : (
        <ul className={flowStyles.list6}>
          {flags.map((key) => (
            <li key={key}>
              Flag{' '}
              <PageLink page="/flags/$key" params={{ key }} className={textStyles.mono12}>
                {key}
              </PageLink>
            </li>
          ))}
          {experiments.map((key) => (
            <li key={key}>
              Experiment{' '}
              <PageLink page="/experiments/$key" params={{ key }} className={textStyles.mono12}>
                {key}
              </PageLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
