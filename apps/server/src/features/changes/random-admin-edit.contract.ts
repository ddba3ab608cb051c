import fc from 'fast-check';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import type { Actor } from '../../control/actor.ts';
import { applyEdit, firstEdits, type RandomEdit, randomEdit } from './random-edit.contract.ts';

const operator: Actor = { kind: 'operator', id: 'o', name: 'Random' };
const environment = fc.constantFrom('production', 'development', 'staging');
/** Of every project from the start. */
const first = fc.constantFrom('production', 'development');
const user = fc.constantFrom('u1', 'u2', '\ud800');

/** Whatever else changes what requests are answered with. */
const otherEdit = fc.oneof(
  kind('create key', { environment, keyKind: fc.constantFrom('publishable' as const, 'secret' as const) }),
  kind('revoke key', { at: fc.nat(5) }),
  kind('use key', { at: fc.nat(5) }),
  kind('put schema', {
    event: fc.constantFrom('seen', 'b\u0000\ud800ught'),
    mode: fc.constantFrom('allow' as const, 'warn' as const),
  }),
  kind('remove schema', { event: fc.constantFrom('seen', 'b\u0000\ud800ught') }),
  kind('set project', {
    timezone: fc.constantFrom('UTC', 'Asia/Tokyo'),
    retentionDays: fc.constantFrom(null, 30),
    plan: fc.constantFrom('free', 'scale'),
  }),
  kind('replace plans', { eventsPerDay: fc.constantFrom(100_000, 200_000) }),
  kind('create project', {}),
  kind('add operator token', { hash: fc.constantFrom('t1', 't2') }),
  kind('register', { environment: first, user }),
  kind('erase user', { environment: first, user }),
);

function kind<Kind extends string, Parts extends object>(
  name: Kind,
  parts: { [Name in keyof Parts]: fc.Arbitrary<Parts[Name]> },
) {
  return fc.record({ kind: fc.constant(name), ...parts }) as fc.Arbitrary<{ kind: Kind } & Parts>;
}

type Generated<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
type OtherEdit = Generated<typeof otherEdit>;
export type RandomAdminEdit = { readonly edit: RandomEdit } | { readonly other: OtherEdit };

/** Edits of everything that the edge snapshot holds. */
export const randomAdminEdit: fc.Arbitrary<RandomAdminEdit> = fc.oneof(
  { weight: 3, arbitrary: randomEdit.map((edit) => ({ edit })) },
  { weight: 2, arbitrary: otherEdit.map((other) => ({ other })) },
);

/** One after the other, so that each kind of row is made, changed and taken away at least once. */
export const everyEdit: readonly RandomAdminEdit[] = [
  ...firstEdits.map((edit) => ({ edit })),
  { edit: { kind: 'move experiment', key: 'alpha', move: 'start' } },
  { edit: { kind: 'update flag', key: 'beta', patch: { status: 'archived' } } },
  { edit: { kind: 'update flag', key: 'beta', patch: { status: 'active' } } },
  { edit: { kind: 'create environment' } },
  { edit: { kind: 'set traffic', key: 'alpha', trafficPct: 80 } },
  { edit: { kind: 'set holdout', percentage: 5, reshuffle: false } },
  { edit: { kind: 'add member', key: 'beta', user: 'u1' } },
  { edit: { kind: 'set holdout', percentage: 20, reshuffle: true } },
  { edit: { kind: 'move experiment', key: 'beta', move: 'start' } },
  { edit: { kind: 'complete with a flag', key: 'beta', winner: 'v0', flag: 'beta', value: 'text' } },
  { edit: { kind: 'set overrides', key: 'alpha', variant: 'v0', users: ['u2'], groups: [] } },
  { edit: { kind: 'set holdout', percentage: 0, reshuffle: false } },
  { edit: { kind: 'move experiment', key: 'alpha', move: 'pause' } },
  { edit: { kind: 'remove member', key: 'alpha', user: 'u1' } },
  { edit: { kind: 'add member', key: 'alpha', user: 'u1' } },
  { other: { kind: 'create key', environment: 'staging', keyKind: 'secret' } },
  { other: { kind: 'use key', at: 0 } },
  { other: { kind: 'revoke key', at: 0 } },
  { other: { kind: 'put schema', event: 'seen', mode: 'warn' } },
  { other: { kind: 'remove schema', event: 'seen' } },
  { other: { kind: 'set project', timezone: 'Asia/Tokyo', retentionDays: 30, plan: 'scale' } },
  { other: { kind: 'register', environment: 'production', user: 'u2' } },
  { other: { kind: 'erase user', environment: 'production', user: 'u2' } },
  { other: { kind: 'create project' } },
];

let made = 0;

export function applyAdminEdit(control: ControlPlane, projectId: string, random: RandomAdminEdit): Promise<unknown> {
  return 'edit' in random ? applyEdit(control, projectId, random.edit) : applyOther(control, projectId, random.other);
}

async function applyOther(control: ControlPlane, projectId: string, edit: OtherEdit): Promise<unknown> {
  made += 1;
  const environmentOf = async (slug: string) => (await control.environments.find(projectId, slug))?.id ?? '';
  const keyAt = async (at: number) => (await control.keys.list(projectId, { limit: 100 })).rows[at]?.id ?? '';
  switch (edit.kind) {
    case 'create key': {
      const key = { projectId, kind: edit.keyKind, name: 'x', hash: `random-${made}`, hint: 'x', text: null };
      return control.keys.create({ ...key, environmentId: await environmentOf(edit.environment) }, operator);
    }
    case 'revoke key':
      return control.keys.revoke(projectId, await keyAt(edit.at), operator);
    case 'use key':
      return control.keys.noteUse([{ keyId: await keyAt(edit.at), usedAtMs: made }]);
    case 'put schema':
      return control.schemas.put(projectId, edit.event, { properties: { required: ['a'] }, mode: edit.mode }, operator);
    case 'remove schema':
      return control.schemas.remove(projectId, edit.event, operator);
    case 'set project': {
      const { timezone, retentionDays, plan } = edit;
      return control.projects.update(projectId, { timezone, retentionDays, plan }, operator);
    }
    case 'replace plans': {
      const plans = await control.plans.list();
      return control.plans.replace(
        plans.map((plan) => ({ ...plan, eventsPerDay: edit.eventsPerDay })),
        operator,
      );
    }
    case 'create project':
      return control.projects.create({ slug: `random-other-${made}`, name: 'x', plan: 'free', keys: [] }, operator);
    case 'add operator token':
      return control.operators.addToken(edit.hash);
    case 'register': {
      const scope = { projectId, environmentId: await environmentOf(edit.environment) };
      const device = { ...scope, deviceId: `d-${edit.user}`, atMs: made };
      await control.devices.register({ ...device, newAnonymousId: 'a', facts: {} });
      return control.devices.identify({ ...device, userId: edit.user, attributes: {} });
    }
    case 'erase user': {
      const scope = { projectId, environmentId: await environmentOf(edit.environment) };
      return control.privacy.eraseUser(scope, edit.user, operator);
    }
  }
}
