import type { Wire } from '@lamppost/protocol';
import type { LookItem } from './look-item.ts';

export type Judged = Pick<
  Wire['ExperimentResults'],
  'experiment_key' | 'decision' | 'verdict' | 'srm' | 'metrics' | 'as_of'
>;

/** Running experiments whose split is broken or whose guardrails are breached. */
export function experimentItems(results: readonly Judged[]): readonly LookItem[] {
  return results.flatMap((result): LookItem[] => {
    const target = {
      subject: result.experiment_key,
      page: '/experiments/$key',
      params: { key: result.experiment_key },
    } as const;
    if (result.srm.ok === false) {
      const words = "has a sample ratio mismatch. Don't trust its results.";
      return [{ ...target, id: `split ${result.experiment_key}`, weight: 'bad', words }];
    }
    const isBreached = result.metrics.some(({ variants }) => variants.some(({ decision }) => decision === 'breached'));
    if (!isBreached) return [];
    return [
      {
        ...target,
        id: `guardrail ${result.experiment_key}`,
        weight: 'bad',
        words: `breached a guardrail: ${result.verdict}`,
      },
    ];
  });
}

interface KilledFlag {
  readonly key: string;
  readonly kill: { readonly reason: string; readonly at: string } | null;
}

const BREACH = 'Guardrail breached: ';

/** Flags that a guardrail has killed, until somebody restores them. */
export const killedItems = (flags: readonly KilledFlag[]): readonly LookItem[] =>
  flags.flatMap(({ key, kill }): LookItem[] => {
    if (kill === null || !kill.reason.startsWith(BREACH)) return [];
    return [
      {
        id: `killed ${key}`,
        weight: 'bad',
        subject: key,
        words: `was killed by a guardrail: ${kill.reason.slice(BREACH.length)}`,
        page: '/flags/$key',
        params: { key },
        at: kill.at,
      },
    ];
  });
