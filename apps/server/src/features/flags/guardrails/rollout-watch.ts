import { CheckPace } from '../../../analytics/check-pace.ts';
import type { Actor } from '../../../control/actor.ts';
import { failPoint } from '../../../telemetry/fail-points.ts';
import { IntervalTask } from '../../../telemetry/interval-task.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { describeBreach } from '../../guardrails/describe-breach.ts';
import type { GuardrailEvidence } from '../../guardrails/guardrail-evidence.ts';
import type { Guardrail } from './guardrail.ts';
import type { GuardrailStore, Rolled, WatchedFlag } from './guardrail-store.ts';
import { nextOfRamp, type RampEvidence, type RampWait } from './ramp.ts';

export interface RolloutWatchDeps {
  readonly guardrails: Pick<GuardrailStore, 'watched' | 'recordBreach' | 'advanceRamp'>;
  /** Whether this process is the one that watches. */
  readonly isHere?: () => boolean;
  /** By the ids of the guardrails. */
  readonly findEvidence: (flag: WatchedFlag) => Promise<ReadonlyMap<string, GuardrailEvidence>>;
  /** Moves whenever something was stored. */
  readonly dataRevision: () => number;
  /** Resolves when what was changed is in force. */
  readonly publish: () => Promise<unknown>;
  readonly logger: Logger;
}

/** What the last check of a comparison found. */
interface Found {
  readonly evidence: ReadonlyMap<string, GuardrailEvidence>;
  readonly checkedAtMs: number;
}

interface Check {
  readonly found?: Found;
  /** Why the last check could not be made. */
  readonly failure?: string;
}

const LOOK_EVERY_MS = 500;

const ramps: Actor = { kind: 'scheduler', id: 'ramp', name: 'Ramp' };
const actorOf = ({ id }: Guardrail, name: string): Actor => ({ kind: 'guardrail', id, name });

/**
 * Kills flags whose rollout breaches a guardrail, and moves ramps on. What it decides is recorded together with what it
 * does, by the store: however often it is interrupted, nothing is done twice, and nothing that was decided is forgotten.
 */
export class RolloutWatch {
  readonly #deps: RolloutWatchDeps;
  readonly #pace: CheckPace;
  /** By the id of the comparison. */
  #checks = new Map<string, Check>();
  #rounds: IntervalTask | undefined;

  constructor(deps: RolloutWatchDeps) {
    this.#deps = deps;
    this.#pace = new CheckPace(deps.dataRevision);
  }

  start(): void {
    this.#rounds = new IntervalTask(
      LOOK_EVERY_MS,
      () => this.look(),
      (error) => this.#deps.logger.warn({ err: error }, 'Could not check rollouts; retrying'),
    );
  }

  async stop(): Promise<void> {
    await this.#rounds?.stop();
  }

  /** What is known of a comparison. */
  found(watchId: string): Found | undefined {
    return this.#checks.get(watchId)?.found;
  }

  /** What a running ramp waits for; undefined when it is about to go on. */
  waitOf({ ramp, guardrails }: Rolled, nowMs: number): RampWait | undefined {
    if (ramp?.status !== 'running') return undefined;
    const next = nextOfRamp(ramp, this.#rampEvidence({ ramp, guardrails }), nowMs);
    return next.kind === 'wait' ? next.for : undefined;
  }

  /** One round: checks what has new data, then moves the ramps that may go on. */
  async look(): Promise<void> {
    if (this.#deps.isHere?.() === false) return;
    const watched = await this.#deps.guardrails.watched();
    const ids = new Set(watched.flatMap(({ guardrails }) => guardrails?.id ?? []));
    this.#checks = new Map([...this.#checks].filter(([id]) => ids.has(id)));
    this.#pace.keepOnly(ids);
    for (const flag of watched) {
      const isKilled = await this.#check(flag);
      if (!isKilled) await this.#moveRamp(flag);
    }
  }

  /** True when the flag was killed. */
  async #check(flag: WatchedFlag): Promise<boolean> {
    const { guardrails: watch, ramp } = flag;
    if (watch === null || watch.sinceMs === null) return false;
    const before = this.#checks.get(watch.id);
    const isBehindRamp = ramp?.status === 'running' && (before?.found?.checkedAtMs ?? 0) < ramp.stepSinceMs;
    if (!this.#pace.isDue(watch.id, isBehindRamp)) return false;
    try {
      const evidence = await this.#pace.run(watch.id, () => this.#deps.findEvidence(flag));
      this.#checks.set(watch.id, { found: { evidence, checkedAtMs: Date.now() } });
    } catch (error) {
      this.#checks.set(watch.id, { ...before, failure: 'they could not be checked; retrying.' });
      this.#deps.logger.warn({ err: error, flag: flag.flagKey }, 'Could not check guardrails; retrying');
    }
    return await this.#act(flag);
  }

  async #act(flag: WatchedFlag): Promise<boolean> {
    const watch = flag.guardrails;
    const found = watch === null ? undefined : this.found(watch.id);
    if (watch === null || found === undefined) return false;
    for (const guardrail of watch.guardrails) {
      const evidence = found.evidence.get(guardrail.id);
      if (evidence?.state !== 'breached') continue;
      const { title, reason } = describeBreach(guardrail, evidence);
      const breach = { ...evidence, guardrailId: guardrail.id, atMs: Date.now() };
      const recorded = { watchId: watch.id, breach, reason };
      failPoint('guardrails.decided');
      const isActedOn = await this.#deps.guardrails.recordBreach(
        scopeOf(flag),
        recorded,
        actorOf(guardrail, `Guardrail: ${title}`),
      );
      failPoint('guardrails.recorded');
      if (isActedOn) {
        await this.#deps.publish();
        this.#deps.logger.warn({ flag: flag.flagKey, environment: flag.environmentId }, `Flag killed. ${reason}`);
      }
      return true;
    }
    return false;
  }

  async #moveRamp(flag: WatchedFlag): Promise<void> {
    const { ramp } = flag;
    if (ramp?.status !== 'running') return;
    if (nextOfRamp(ramp, this.#rampEvidence(flag), Date.now()).kind === 'wait') return;
    failPoint('ramp.decided');
    const isMoved = await this.#deps.guardrails.advanceRamp(scopeOf(flag), { rampId: ramp.id, step: ramp.step }, ramps);
    if (!isMoved) return;
    failPoint('ramp.recorded');
    await this.#deps.publish();
  }

  #rampEvidence({ ramp, guardrails: watch }: Pick<Rolled, 'ramp' | 'guardrails'>): RampEvidence {
    if (watch === null || watch.guardrails.length === 0) return { kind: 'not_watched' };
    const { failure, found } = this.#checks.get(watch.id) ?? {};
    if (failure !== undefined) return { kind: 'not_checked', reason: failure };
    if (found === undefined || found.checkedAtMs < (ramp?.stepSinceMs ?? 0)) {
      return { kind: 'not_checked', reason: 'they have not been checked since this step began.' };
    }
    const all = [...found.evidence.values()];
    const isBreached = all.some(({ state }) => state === 'breached');
    return {
      kind: 'checked',
      units: Math.max(0, ...all.map(({ treatment }) => treatment.units)),
      breached: isBreached ? 'one is breached.' : null,
    };
  }
}

const scopeOf = ({ projectId, flagId, environmentId }: WatchedFlag) => ({
  projectId,
  flag: flagId,
  environment: environmentId,
});
