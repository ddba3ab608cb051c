import { expect, test } from 'vitest';
import type { Actor } from '../../control/actor.ts';
import type { RequestedChange } from './change-request.ts';
import { needsApproval } from './needs-approval.ts';

const member: Actor = { kind: 'member', id: 'm', name: 'Ada' };
const guarded = new Map([['prod', { secretKeys: 'request' } as const]]);
const openToKeys = new Map([['prod', { secretKeys: 'allow' } as const]]);
const change = (more: Partial<RequestedChange>): RequestedChange => ({
  entityType: 'targeting',
  entityId: 'f',
  entityKey: 'flag',
  environmentId: 'prod',
  action: 'rollout_set',
  before: null,
  after: {},
  ...more,
});
const flag = (before: object | null, after: object) =>
  change({
    entityType: 'flag',
    environmentId: null,
    action: 'updated',
    before: before && { ...before },
    after: { ...after },
  });
const experiment = (action: string, before: string | null, after: string, winner: string | null = null) =>
  change({
    entityType: 'experiment',
    action,
    before: before === null ? null : { status: before, winner },
    after: { status: after, winner },
  });

const changes: readonly [name: string, changed: RequestedChange, isAsked: boolean][] = [
  ['rules', change({ action: 'rules_replaced' }), true],
  ['a rollout', change({ action: 'rollout_set' }), true],
  ['guardrails', change({ action: 'guardrails_set' }), true],
  ['a new ramp', change({ action: 'ramp_started' }), true],
  ['a ramp that goes on', change({ action: 'ramp_resumed' }), true],
  ['a ramp that stops', change({ action: 'ramp_stopped' }), false],
  ['a ramp that pauses', change({ action: 'ramp_paused' }), false],
  ['a kill', change({ action: 'killed' }), false],
  ['a restore', change({ action: 'restored' }), false],
  ['a schedule', change({ entityType: 'schedule', action: 'schedule_created' }), true],
  ['a schedule that is cancelled', change({ entityType: 'schedule', action: 'schedule_cancelled' }), false],
  ['targeting of another environment', change({ environmentId: 'dev' }), false],
  ['a new flag', flag(null, { default_value: true }), false],
  ['the name of a flag', flag({ name: 'a', default_value: 1 }, { name: 'b', default_value: 1 }), false],
  ['the default of a flag', flag({ default_value: 1 }, { default_value: 2 }), true],
  ['the platforms of a flag', flag({ platforms: ['web'] }, { platforms: ['web', 'ios'] }), true],
  ['an archived flag', flag({ status: 'active' }, { status: 'archived' }), true],
  ['what a flag needs', flag({ prerequisites: [] }, { prerequisites: [{ flag: 'b', value: true }] }), true],
  ['a draft', experiment('created', null, 'draft'), false],
  ['an edit of a draft', experiment('updated', 'draft', 'draft'), false],
  ['a start', experiment('started', 'draft', 'running'), true],
  ['a pause', experiment('paused', 'running', 'paused'), false],
  ['going on', experiment('resumed', 'paused', 'running'), true],
  ['traffic while it runs', experiment('traffic_set', 'running', 'running'), true],
  ['how it is judged', experiment('analysis_changed', 'running', 'running'), false],
  ['an end without a winner, while paused', experiment('completed', 'paused', 'completed'), false],
  ['an end with a winner', experiment('completed', 'paused', 'completed', 'b'), true],
  ['archiving one whose winner is served', experiment('archived', 'completed', 'archived', 'b'), true],
  ['archiving a draft', experiment('archived', 'draft', 'archived'), false],
  ['another entity', change({ entityType: 'dashboard' }), false],
];
for (const [name, changed, isAsked] of changes) {
  test(`needsApproval: ${name} ${isAsked ? 'waits' : 'takes effect at once'}`, () =>
    expect(needsApproval(changed, member, guarded)).toBe(isAsked));
}

const actors: readonly [kind: Actor['kind'], asked: boolean, whenOpenToKeys: boolean, withoutPolicy: boolean][] = [
  ['member', true, true, false],
  ['api_key', true, false, false],
  ['cli', true, false, false],
  ['assistant', true, true, true],
  ['scheduler', false, false, false],
  ['guardrail', false, false, false],
  ['operator', false, false, false],
];
for (const [kind, asked, whenOpenToKeys, withoutPolicy] of actors) {
  test(`needsApproval: a change by ${kind}`, () => {
    const by = (policies: Parameters<typeof needsApproval>[2]) =>
      needsApproval(change({}), { ...member, kind }, policies);
    expect([by(guarded), by(openToKeys), by(new Map())]).toEqual([asked, whenOpenToKeys, withoutPolicy]);
  });
}
