import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../control/actor.ts';
import type { EntityState } from '../../control/change.ts';
import type { ApprovalPolicy } from '../projects/environment-store.ts';
import type { RequestedChange } from './change-request.ts';

/** The parts of a flag that environments serve. What it is called, who owns it and when it expires is nobody's risk. */
const SERVED_OF_FLAG = ['default_value', 'platforms', 'status', 'prerequisites'] as const;
/** What stops something is possible at once. */
const EMERGENCIES: ReadonlySet<string> = new Set(['killed', 'restored', 'ramp_paused', 'ramp_stopped', 'paused']);
/** How an experiment is judged changes nothing that is served. */
const JUDGING: ReadonlySet<string> = new Set(['analysis_changed', 'period_changed']);

export const isEmergency = (action: string): boolean => EMERGENCIES.has(action);

/** Whether a change by this actor needs approval. `policies`: of the environments that require it. */
export function needsApproval(
  change: RequestedChange,
  actor: Actor,
  policies: ReadonlyMap<string, ApprovalPolicy>,
): boolean {
  if (actor.kind === 'assistant') return true;
  if (!isRisky(change)) return false;
  const { environmentId } = change;
  const asked = environmentId === null ? [...policies.values()] : [policies.get(environmentId)];
  return asked.some((policy) => policy !== undefined && isAsked(policy, actor));
}

/** Guardrails, ramps, schedules and the operator carry out what was approved before. */
function isAsked({ secretKeys }: ApprovalPolicy, { kind }: Actor): boolean {
  if (kind === 'member') return true;
  return (kind === 'api_key' || kind === 'cli') && secretKeys === 'request';
}

function isRisky({ entityType, action, before, after }: RequestedChange): boolean {
  if (isEmergency(action)) return false;
  switch (entityType) {
    case 'targeting':
      return true;
    case 'schedule':
      return action === 'schedule_created';
    case 'flag':
      return before !== null && SERVED_OF_FLAG.some((name) => !isDeepStrictEqual(before[name], after?.[name]));
    case 'experiment':
      return !JUDGING.has(action) && (isExperimentServed(before) || isExperimentServed(after));
    default:
      return false;
  }
}

const isExperimentServed = (state: EntityState | null): boolean =>
  state?.status === 'running' || (state?.status === 'completed' && state.winner !== null);
