import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { ada, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import type { AlertFinding, NewAlert } from './alert-store.ts';
import type { Verdict } from './judging/verdict.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const START = 1_800_000_000_000;
const HOUR_ZERO = START - (START % HOUR_MS);

export function alertStoreContract(open: () => Promise<ControlPlane>): void {
  describe('AlertStore', () => {
    let control: ControlPlane;
    let count = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const newProject = () => {
      count += 1;
      return newTestProject(control, `alerts-${count}`);
    };
    const create = ({ projectId, production }: TestProject, init: Partial<NewAlert> = {}) =>
      control.alerts.create(
        {
          projectId,
          environmentId: production,
          name: 'Purchases',
          query: {
            kind: 'timeseries',
            event: 'purchase',
            interval: 'day',
            range: { kind: 'relative', last: '7d' },
            filters: [],
            aggregation: { kind: 'count' },
          },
          interval: 'hour',
          step: null,
          condition: { kind: 'threshold', op: 'above', value: 5 },
          forIntervals: 1,
          recovery: { marginPercent: 5, intervals: 1 },
          remind: 'off',
          webhookIds: [],
          ...init,
        },
        ada,
      );
    /** Settled hours with these values, from the first on. */
    const hours = (...values: (number | null)[]): AlertFinding => ({
      verdicts: values.map((value, at): Verdict => {
        const outcome = value === null ? 'unknown' : value > 5 ? 'breached' : 'recovered';
        const fromMs = HOUR_ZERO + at * HOUR_MS;
        const span = { fromMs, toMs: fromMs + HOUR_MS, isSettled: true };
        return { ...span, value, low: null, high: 5, usual: null, outcome, message: `${value} purchases` };
      }),
    });
    const judge = ({ id, revision }: { id: string; revision: number }, finding: AlertFinding, atMs = START) =>
      control.alerts.judge(id, revision, finding, atMs);
    const listener = ({ projectId }: TestProject, init: object = {}) =>
      control.webhooks.create(
        {
          projectId,
          environmentId: null,
          kind: 'webhook',
          name: 'Hook',
          target: 'https://hooks.example.com/',
          eventTypes: ['alert.firing', 'alert.resolved'],
          secret: 'whsec_one',
          ...init,
        },
        ada,
      );
    const toldTo = async ({ projectId }: TestProject, { id }: { id: string }) =>
      ((await control.webhooks.deliveries(projectId, id, {}, { limit: 100 }))?.rows ?? [])
        .toReversed()
        .map(({ type, payload }) => ({ type, data: JSON.parse(payload).data as Record<string, unknown> }));

    test('a new alert has not been judged, is found in its project only, and is logged', async () => {
      const [project, other] = [await newProject(), await newProject()];
      const alert = await create(project);
      expect(alert).toMatchObject({ state: 'no_data', revision: 1, judged: null, isMuted: false, recent: [] });
      expect(await control.alerts.find(project.projectId, alert.id.toUpperCase())).toEqual(alert);
      expect(await control.alerts.find(other.projectId, alert.id)).toBeUndefined();
      expect(await control.alerts.find(project.projectId, 'nonsense')).toBeUndefined();
      const log = await control.changes.list({ projectId: project.projectId, entityType: 'alert' }, { limit: 10 });
      expect(log.rows).toMatchObject([{ action: 'created', entityKey: 'Purchases', before: null }]);
    });

    test('lists hold the alerts of an environment, newest first, in pages, and by state', async () => {
      const project = await newProject();
      const { projectId, production, development } = project;
      const [first, second] = [await create(project), await create(project)];
      await create(project, { environmentId: development });
      await judge(second, hours(1, 9));
      const filter = { projectId, environmentId: production };
      const idsOf = async (more: object, limit = 10) =>
        (await control.alerts.list({ ...filter, ...more }, { limit })).rows.map(({ id }) => id);
      expect(await idsOf({})).toEqual([second.id, first.id]);
      expect(await idsOf({}, 1)).toEqual([second.id]);
      expect(await idsOf({ state: 'firing' })).toEqual([second.id]);
      const [listed] = (await control.alerts.list(filter, { limit: 1 })).rows;
      expect(listed?.recent).toEqual([1, 9]);
    });

    test('a change of state, its entry in the history and its message are stored together, and once', async () => {
      const project = await newProject();
      const hook = await listener(project);
      const alert = await create(project);
      expect(await judge(alert, hours(1))).toEqual({ from: 'no_data', to: 'ok' });
      expect(await judge(alert, hours(1, 9), START + 1)).toEqual({ from: 'ok', to: 'firing' });
      expect(await judge(alert, hours(1, 9), START + 2)).toBeUndefined();
      expect(await judge(alert, hours(1, 9, 2), START + 3)).toEqual({ from: 'firing', to: 'ok' });
      expect((await toldTo(project, hook)).map(({ type, data }) => [type, data.value, data.message])).toEqual([
        ['alert.firing', 9, '9 purchases'],
        ['alert.resolved', 2, '2 purchases'],
      ]);
      const history = await control.alerts.history(project.projectId, alert.id);
      expect(history?.transitions.map(({ from, to, told, atMs }) => [from, to, told, atMs - START])).toEqual([
        ['firing', 'ok', 'sent', 3],
        ['ok', 'firing', 'sent', 1],
        ['no_data', 'ok', 'none', 0],
      ]);
      expect(history?.points.map(({ value, isBreached }) => [value, isBreached])).toEqual([
        [1, false],
        [9, true],
        [2, false],
      ]);
    });

    test('an interval that is judged anew replaces what was stored of it', async () => {
      const project = await newProject();
      const alert = await create(project);
      await judge(alert, hours(1, null));
      await judge(alert, hours(3, 4));
      const history = await control.alerts.history(project.projectId, alert.id);
      expect(history?.points.map(({ value }) => value)).toEqual([3, 4]);
    });

    test('a failure is a state with its reason, and an incident goes on', async () => {
      const project = await newProject();
      const hook = await listener(project);
      const alert = await create(project);
      await judge(alert, hours(9));
      expect(await judge(alert, { failure: 'too heavy' }, START + 1)).toEqual({ from: 'firing', to: 'error' });
      const failing = await control.alerts.find(project.projectId, alert.id);
      expect(failing).toMatchObject({
        message: 'The query failed: too heavy',
        progress: { incident: { sinceMs: START } },
      });
      expect(await judge(alert, hours(9), START + 2)).toEqual({ from: 'error', to: 'firing' });
      expect(await toldTo(project, hook)).toHaveLength(1);
    });

    test('an edit of the condition keeps the incident; findings about what was before change nothing', async () => {
      const project = await newProject();
      const alert = await create(project);
      await judge(alert, hours(9));
      const condition = { kind: 'threshold', op: 'above', value: 100 } as const;
      const edited = await control.alerts.update(project.projectId, alert.id, { condition }, ada);
      expect(edited).toMatchObject({ revision: 2, condition, state: 'firing', recent: [9] });
      const mark = await control.alerts.mark();
      expect(await judge(alert, hours(1))).toBeUndefined();
      expect((await control.alerts.find(project.projectId, alert.id))?.state).toBe('firing');
      expect(await judge({ ...alert, revision: 2 }, hours(1))).toEqual({ from: 'firing', to: 'ok' });
      expect(await control.alerts.mark()).toBe(mark);
      const moved = await control.alerts.update(project.projectId, alert.id, { interval: 'day' }, ada);
      expect([moved?.recent, moved?.judged]).toEqual([[], null]);
      expect(await control.alerts.mark()).not.toBe(mark);
      const same = await control.alerts.update(project.projectId, alert.id, { interval: 'day' }, ada);
      expect(same?.revision).toBe(3);
    });

    test('what is muted is told when the mute is over, if it is still so', async () => {
      const project = await newProject();
      const hook = await listener(project);
      const alert = await create(project);
      const mute = { isMuted: true, mutedUntilMs: START + HOUR_MS };
      expect(await control.alerts.mute(project.projectId, alert.id, mute, ada)).toMatchObject(mute);
      await judge(alert, hours(9));
      const history = await control.alerts.history(project.projectId, alert.id);
      expect([history?.transitions[0]?.told, await toldTo(project, hook)]).toEqual(['muted', []]);
      await judge(alert, hours(9), START + HOUR_MS);
      expect((await toldTo(project, hook)).map(({ type }) => type)).toEqual(['alert.firing']);
      expect(await control.alerts.find(project.projectId, alert.id)).toMatchObject({
        isMuted: false,
        mutedUntilMs: null,
      });
    });

    test('reminders come a day after the last message, and only if they are wanted', async () => {
      const project = await newProject();
      const hook = await listener(project);
      const [off, daily] = [await create(project), await create(project, { remind: 'daily' })];
      for (const alert of [off, daily]) {
        for (const later of [0, DAY_MS - 1, DAY_MS, DAY_MS + 1]) await judge(alert, hours(9), START + later);
      }
      const told = (await toldTo(project, hook)).map(({ data }) => [data.alert_id, data.is_reminder]);
      expect(told).toEqual([
        [off.id, false],
        [daily.id, false],
        [daily.id, true],
      ]);
    });

    test('an alert that flaps is held back, says so once, and tells the state when the hour is over', async () => {
      const project = await newProject();
      const hook = await listener(project);
      const alert = await create(project);
      const values: number[] = [];
      for (let at = 0; at < 13; at += 1) {
        values.push(at % 2 === 0 ? 9 : 1);
        await judge(alert, hours(...values), START + at);
      }
      const told = await toldTo(project, hook);
      expect(told.map(({ data }) => data.held_back)).toEqual([...new Array(6).fill(false), true]);
      const { transitions = [] } = (await control.alerts.history(project.projectId, alert.id)) ?? {};
      expect(transitions.filter((each) => each.told === 'held_back')).toHaveLength(3);
      await judge(alert, hours(...values, 1), START + 2 * HOUR_MS);
      expect((await toldTo(project, hook)).at(-1)).toMatchObject({
        type: 'alert.resolved',
        data: { held_back: false },
      });
    });

    test('named webhooks are told whatever they listen for; where none is left, those who listen are', async () => {
      const project = await newProject();
      const { projectId } = project;
      const [listening, named] = [await listener(project), await listener(project, { eventTypes: ['flag.changed'] })];
      const alert = await create(project, { webhookIds: [named.id.toUpperCase()] });
      await judge(alert, hours(9));
      expect([await toldTo(project, listening), await toldTo(project, named)]).toMatchObject([[], [{}]]);
      await control.webhooks.remove(projectId, named.id, ada);
      await judge(alert, hours(9, 1), START + 1);
      expect(await toldTo(project, listening)).toMatchObject([{ type: 'alert.resolved' }]);
      const foreign = await listener(await newProject());
      await expect(create(project, { webhookIds: [foreign.id] })).rejects.toThrow(Unacceptable);
      const patch = { webhookIds: [foreign.id] };
      await expect(control.alerts.update(projectId, alert.id, patch, ada)).rejects.toThrow(Unacceptable);
    });

    test('a project has 50 alerts at most, and deleting one leaves nothing but the change log', async () => {
      const project = await newProject();
      const { projectId } = project;
      const first = await create(project);
      for (let at = 1; at < 50; at += 1) await create(project);
      await expect(create(project)).rejects.toThrow(WrongState);
      await judge(first, hours(9));
      expect(await control.alerts.remove(projectId, first.id, ada)).toBe(true);
      expect(await control.alerts.remove(projectId, first.id, ada)).toBe(false);
      expect(await control.alerts.history(projectId, first.id)).toBeUndefined();
      expect(await judge(first, hours(1))).toBeUndefined();
      expect((await control.alerts.watched()).some(({ id }) => id === first.id)).toBe(false);
      await create(project);
    });

    test('what the project does not have is not there, and nothing changes', async () => {
      const { projectId } = await newProject();
      const mute = { isMuted: true, mutedUntilMs: null };
      expect(await control.alerts.update(projectId, nobody, { name: 'x' }, ada)).toBeUndefined();
      expect(await control.alerts.mute(projectId, nobody, mute, ada)).toBeUndefined();
      expect(await control.alerts.remove(projectId, nobody, ada)).toBe(false);
      expect(await control.alerts.history(projectId, nobody)).toBeUndefined();
    });
  });
}
