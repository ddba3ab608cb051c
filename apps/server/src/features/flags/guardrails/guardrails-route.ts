import type { FastifyInstance } from 'fastify';
import type { EdgePublisher } from '../../../edge/edge-publisher.ts';
import type { EdgeState } from '../../../edge/edge-state.ts';
import { environmentOf } from '../../../http/access/environment-of.ts';
import type { ProjectAccess } from '../../../http/access/project-access.ts';
import { handle } from '../../../http/request/handle.ts';
import { omitUndefined } from '../../../http/request/omit-undefined.ts';
import { orNotFound } from '../../../http/request/or-not-found.ts';
import { isoTime, isoTimeOrNull } from '../../../http/request/wire-time.ts';
import { evidenceState } from '../../guardrails/evidence-state.ts';
import { describeWait } from './describe-wait.ts';
import { breachState, guardrailState } from './guardrail-state.ts';
import type { GuardrailStore, Rolled } from './guardrail-store.ts';
import type { Ramp, RampWait } from './ramp.ts';
import { rampState, readRampStep } from './ramp-state.ts';
import type { RolloutWatch } from './rollout-watch.ts';

export interface GuardrailsRouteDeps {
  readonly guardrails: GuardrailStore;
  readonly rolloutWatch: RolloutWatch;
  readonly state: EdgeState;
  readonly publisher: EdgePublisher;
}

const DEFAULT_LEVEL = 0.95;

/** Guardrails and ramps of rollouts, per environment. */
export function registerGuardrailsRoute(fastify: FastifyInstance, deps: GuardrailsRouteDeps): void {
  const { guardrails, rolloutWatch, state, publisher } = deps;
  const scopeOf = (access: ProjectAccess, flag: string, environmentId: string | undefined) => ({
    projectId: access.projectId,
    flag,
    environment: environmentOf(state, access, environmentId).id,
  });
  const published = async (changing: Promise<Rolled | undefined>): Promise<Rolled> => {
    const rolled = orNotFound(await changing, 'flag');
    await publisher.publish();
    return rolled;
  };

  const guardrailsRow = ({ flagId, environmentId, guardrails: watch }: Rolled) => {
    const found = watch === null ? undefined : rolloutWatch.found(watch.id);
    return {
      flag_id: flagId,
      environment_id: environmentId,
      confidence_level: watch?.confidenceLevel ?? DEFAULT_LEVEL,
      watching_since: isoTimeOrNull(watch?.sinceMs ?? null),
      checked_at: isoTimeOrNull(found?.checkedAtMs ?? null),
      guardrails: (watch?.guardrails ?? []).map((guardrail) => {
        const evidence = found?.evidence.get(guardrail.id);
        return { ...guardrailState(guardrail), evidence: evidence === undefined ? null : evidenceState(evidence) };
      }),
      breach: watch?.breach ? breachState(watch.breach) : null,
    };
  };
  const rampRow = (rolled: Rolled) => {
    const { flagId, environmentId, ramp } = rolled;
    if (ramp === null) return null;
    const wait = waitOf(ramp, rolloutWatch.waitOf(rolled, Date.now()));
    return { ...rampState(ramp), flag_id: flagId, environment_id: environmentId, waiting_for: wait };
  };

  handle(fastify, 'showGuardrails', async ({ access, query, param }) => ({
    data: guardrailsRow(orNotFound(await guardrails.find(scopeOf(access, param('id'), query.environment_id)), 'flag')),
  }));

  handle(fastify, 'setGuardrails', async ({ actor, access, query, body, param }) => {
    const sent = {
      guardrails: body.guardrails.map((guardrail) => ({
        eventName: guardrail.event_name,
        metricType: guardrail.metric_type,
        ...omitUndefined({
          id: guardrail.id,
          aggregationField: guardrail.aggregation_field,
          denominatorEvent: guardrail.denominator_event,
          denominatorField: guardrail.denominator_field,
          name: guardrail.name,
          direction: guardrail.direction,
          margin: guardrail.margin,
        }),
      })),
      ...omitUndefined({ confidenceLevel: body.confidence_level }),
    };
    const scope = scopeOf(access, param('id'), query.environment_id);
    return { data: guardrailsRow(await published(guardrails.setGuardrails(scope, sent, actor))) };
  });

  handle(fastify, 'showRamp', async ({ access, query, param }) => ({
    data: rampRow(orNotFound(await guardrails.find(scopeOf(access, param('id'), query.environment_id)), 'flag')),
  }));

  handle(fastify, 'startRamp', async ({ actor, access, query, body, param }) => {
    const steps = body.steps.map(({ min_units = null, ...step }) => readRampStep({ ...step, min_units }));
    const scope = scopeOf(access, param('id'), query.environment_id);
    return { data: rampRow(await published(guardrails.startRamp(scope, { value: body.value, steps }, actor))) };
  });

  const moves = { pauseRamp: 'pause', resumeRamp: 'resume', stopRamp: 'stop' } as const;
  for (const name of Object.keys(moves) as (keyof typeof moves)[]) {
    handle(fastify, name, async ({ actor, access, query, param }) => {
      const scope = scopeOf(access, param('id'), query.environment_id);
      return { data: rampRow(await published(guardrails.moveRamp(scope, moves[name], actor))) };
    });
  }
}

function waitOf({ status }: Ramp, wait: RampWait | undefined) {
  if (status !== 'running' || wait === undefined) return null;
  return {
    kind: wait.kind,
    until: wait.kind === 'time' ? isoTime(wait.untilMs) : null,
    units: wait.kind === 'units' ? wait.units : null,
    min_units: wait.kind === 'units' ? wait.minUnits : null,
    text: describeWait(wait),
  };
}
