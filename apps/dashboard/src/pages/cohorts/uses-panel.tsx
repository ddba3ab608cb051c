import { rulesetCall } from '../../api/ruleset-call.ts';
import { useApi } from '../../api/use-api.ts';
import { flagUses } from '../../records/flag-uses.ts';
import { FlagUsesPanel } from '../../records/flag-uses-panel.tsx';

/** Flags of this environment whose rules name the cohort. */
export function UsesPanel({ cohortKey }: { readonly cohortKey: string }) {
  const { data, error, isPending, refetch } = useApi('/v1/ruleset', rulesetCall);
  return (
    <FlagUsesPanel
      title="Used by flags"
      uses={flagUses('user_cohort', cohortKey, [{ environment: 'this one', ruleset: data }])}
      none="No flag in this environment uses this cohort."
      isLoading={isPending}
      onRetry={error === null ? undefined : () => void refetch()}
    />
  );
}
