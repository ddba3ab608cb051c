import { ApiError, type JsonObject, limits } from '@lamppost/protocol';
import type { IngestKind } from '../../collect/ledger/ingest-outcomes.ts';
import type { LimitState } from '../../collect/limits/rate-limiter.ts';
import type { CompatDeps } from './compat-deps.ts';
import type { CompatAccess } from './compat-route.ts';
import { isRefusedBody } from './read-client-json.ts';

/** What a request of another client says, in the form of our own. */
export interface Translated {
  readonly events?: readonly JsonObject[];
  readonly crashes?: readonly JsonObject[];
  readonly metrics?: readonly JsonObject[];
  readonly sentAt?: string | undefined;
}

export interface Taken {
  readonly accepted: number;
  readonly rejected: number;
  readonly limits: readonly LimitState[];
}

/**
 * Gives it to the same functions as our own routes. Requests of others may hold more events than one of ours, so they are
 * taken in parts; when a later part does not fit the plan, the client repeats all, and what has an id counts once.
 */
export async function takeTranslated(deps: CompatDeps, access: CompatAccess, translated: Translated): Promise<Taken> {
  const { events = [], crashes = [], metrics = [], sentAt } = translated;
  let accepted = 0;
  let limitStates: readonly LimitState[] = [];
  let refusal: ApiError | undefined;
  const take = async (kind: IngestKind, body: JsonObject): Promise<void> => {
    const { projectId, environmentId, receivedAtMs } = access;
    const job = { projectId, environmentId, receivedAtMs, bodyBytes: Buffer.from(JSON.stringify(body)) };
    try {
      if (kind === 'crashes') {
        await deps.crashes.accept(job);
        accepted += 1;
      } else if (kind === 'metrics') {
        accepted += (await deps.metrics.accept(job)).accepted;
      } else {
        const outcome = await deps.events.accept(job);
        accepted += outcome.accepted;
        limitStates = outcome.limits;
      }
    } catch (error) {
      // Nothing of this part can be used, and it has been counted; the others are not to blame.
      if (!isRefusedBody(error)) throw error;
      refusal = error;
    }
  };
  const sent = sentAt === undefined ? {} : { sent_at: sentAt };
  for (const batch of inParts(events, limits.batchEvents)) await take('events', { batch, ...sent });
  await spendOnCrashes(deps, access, crashes.length);
  for (const reports of inParts(crashes, CRASHES_AT_ONCE))
    await Promise.all(reports.map((report) => take('crashes', report)));
  for (const batch of inParts(metrics, METRICS_IN_A_PART)) await take('metrics', { batch, ...sent });
  if (accepted === 0 && refusal !== undefined) throw refusal;
  const items = events.length + crashes.length + metrics.length;
  return { accepted, rejected: items - accepted, limits: limitStates };
}

const METRICS_IN_A_PART = 500;
const CRASHES_AT_ONCE = 20;

/** On our own route each report is a request, and spends as one. Here those beyond the first spend as events do. */
async function spendOnCrashes({ budget, outcomes }: CompatDeps, access: CompatAccess, crashes: number): Promise<void> {
  if (crashes < 2) return;
  try {
    await budget.spendEvents(access.projectId, crashes - 1);
  } catch (error) {
    if (error instanceof ApiError) outcomes.limited(access, 'crashes', crashes);
    throw error;
  }
}

function* inParts<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}

/** A body that cannot be read is counted as one of its kind, as on our own routes. */
export function readCountedBody<T>(deps: CompatDeps, access: CompatAccess, kind: IngestKind, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (isRefusedBody(error)) deps.outcomes.invalid(access, kind, 'body_invalid', 1);
    throw error;
  }
}
