import { DAY_MS, HOUR_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { ada, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import type { AttemptOutcome, Endpoint, NewEndpoint } from './webhook-store.ts';

export function webhookStoreContract(open: () => Promise<ControlPlane>): void {
  describe('WebhookStore', () => {
    let control: ControlPlane;
    let count = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const newProject = () => {
      count += 1;
      return newTestProject(control, `hooks-${count}`);
    };
    const create = ({ projectId }: TestProject, init: Partial<NewEndpoint> = {}): Promise<Endpoint> =>
      control.webhooks.create(
        {
          projectId,
          environmentId: null,
          kind: 'webhook',
          name: 'Hook',
          target: 'https://hooks.example.com/secret-path',
          eventTypes: [],
          secret: 'whsec_one',
          ...init,
        },
        ada,
      );
    const flag = ({ projectId }: TestProject, key: string) =>
      control.flags.create({ projectId, key, name: key, platforms: ['web'] }, ada);
    const sent = async ({ projectId }: TestProject, { id }: Endpoint) =>
      (await control.webhooks.deliveries(projectId, id, {}, { limit: 100 }))?.rows.toReversed() ?? [];
    const outcome = (isDelivered: boolean, atMs: number): AttemptOutcome => ({
      isDelivered,
      atMs,
      durationMs: 12,
      responseStatus: isDelivered ? 200 : 500,
      responseBody: 'body',
      error: null,
    });
    const dueOf = async ({ id }: Endpoint, nowMs: number) =>
      (await control.webhooks.due(nowMs, 1_000)).find(({ endpoint }) => endpoint.id === id)?.delivery;

    test('a change is queued with it, for those who listen for its type and environment', async () => {
      const project = await newProject();
      const { projectId, production, development } = project;
      const all = await create(project);
      const ofType = await create(project, { eventTypes: ['experiment.changed'] });
      const ofProduction = await create(project, { environmentId: production });
      const off = await create(project);
      await control.webhooks.update(projectId, off.id, { isEnabled: false }, ada);
      const elsewhere = await newProject();
      const foreign = await create(elsewhere);
      const { id } = await flag(project, 'told');
      const inDevelopment = { projectId, flag: id, environment: development };
      await control.flags.setRollout(inDevelopment, { percentage: 10, value: true }, ada);
      const [first, second, ...more] = await sent(project, all);
      expect(more).toEqual([]);
      expect([first?.type, second?.type]).toEqual(['flag.changed', 'flag.changed']);
      expect(first).toMatchObject({ state: 'pending', attempts: 0, messageId: expect.stringMatching(/^msg_\w{32}$/) });
      expect(JSON.parse(first?.payload ?? '')).toMatchObject({
        type: 'flag.changed',
        timestamp: expect.stringMatching(/Z$/),
        project: { id: projectId, slug: expect.stringContaining('hooks-') },
        environment: null,
        data: { key: 'told', flag_id: id, action: 'created', actor: ada, before: null, after: { key: 'told' } },
      });
      expect(JSON.parse(second?.payload ?? '')).toMatchObject({
        environment: { id: development, slug: 'development' },
        data: { entity_type: 'targeting' },
      });
      expect((await sent(project, ofProduction)).map(({ messageId }) => messageId)).toEqual([first?.messageId]);
      expect(await sent(project, ofType)).toEqual([]);
      expect(await sent(project, off)).toEqual([]);
      expect(await sent(elsewhere, foreign)).toEqual([]);
    });

    test('a change that fails queues nothing', async () => {
      const project = await newProject();
      const endpoint = await create(project);
      await flag(project, 'once');
      await expect(flag(project, 'once')).rejects.toThrow();
      expect(await sent(project, endpoint)).toHaveLength(1);
    });

    test('the oldest pending delivery is due, and holds the others until it is delivered', async () => {
      const project = await newProject();
      const endpoint = await create(project);
      for (const key of ['one', 'two', 'three']) await flag(project, key);
      const now = Date.now();
      const [one, two, three] = await sent(project, endpoint);
      expect((await dueOf(endpoint, now))?.id).toBe(one?.id);
      await control.webhooks.settle(one?.id ?? '', outcome(false, now), 0.5);
      expect(await dueOf(endpoint, now + 4_999)).toBeUndefined();
      expect(await dueOf(endpoint, now + 5_000)).toMatchObject({ id: one?.id, attempts: 1, responseStatus: 500 });
      await control.webhooks.settle(one?.id ?? '', outcome(true, now + 5_000), 0.5);
      expect((await dueOf(endpoint, now + 5_000))?.id).toBe(two?.id);
      // Of two servers that tried it at once, the second changes nothing.
      await control.webhooks.settle(one?.id ?? '', outcome(false, now + 6_000), 0.5);
      expect((await dueOf(endpoint, now + 5_000))?.id).toBe(two?.id);
      await control.webhooks.settle(two?.id ?? '', outcome(true, now + 6_000), 0.5);
      await control.webhooks.settle(three?.id ?? '', outcome(true, now + 6_000), 0.5);
      expect(await dueOf(endpoint, now + DAY_MS)).toBeUndefined();
      expect(await control.webhooks.find(project.projectId, endpoint.id)).toMatchObject({
        pending: 0,
        status: 'active',
        failingSinceMs: null,
        lastError: null,
        lastDeliveredAtMs: now + 6_000,
      });
    });

    test('after a day of failures the endpoint is paused, said in the change log, and enabled by a member', async () => {
      const project = await newProject();
      const endpoint = await create(project);
      for (const key of ['first', 'next']) await flag(project, key);
      const [first, next] = await sent(project, endpoint);
      // Changes that are made in one millisecond are logged a little ahead of the clock.
      const start = Date.now() + 60_000;
      await control.webhooks.settle(first?.id ?? '', outcome(false, start), 0);
      expect(await control.webhooks.settle(first?.id ?? '', outcome(false, start + DAY_MS), 0)).toBe('active');
      expect(await dueOf(endpoint, start + DAY_MS)).toMatchObject({ id: next?.id });
      expect(await control.webhooks.settle(next?.id ?? '', outcome(false, start + DAY_MS), 0)).toBe('paused');
      expect(await dueOf(endpoint, start + 2 * DAY_MS)).toBeUndefined();
      expect((await sent(project, endpoint)).map(({ state }) => state)).toEqual(['failed', 'failed']);
      const paused = await control.webhooks.find(project.projectId, endpoint.id);
      expect(paused).toMatchObject({ status: 'paused', failingSinceMs: start, lastError: 'Status 500' });
      const { rows } = await control.changes.list(
        { projectId: project.projectId, entityType: 'webhook' },
        { limit: 9 },
      );
      expect(rows.map(({ action }) => action)).toEqual(['paused', 'created']);
      expect(rows[0]).toMatchObject({ actor: { kind: 'scheduler' }, after: { status: 'paused' } });
      // What happens meanwhile waits, for a day.
      await flag(project, 'meanwhile');
      expect((await control.webhooks.backlog()).paused).toBeGreaterThan(0);
      const enabled = await control.webhooks.update(project.projectId, endpoint.id, { isEnabled: true }, ada);
      expect(enabled).toMatchObject({ status: 'active', failingSinceMs: null, pending: 1 });
      expect((await dueOf(endpoint, Date.now()))?.type).toBe('flag.changed');
    });

    test('resending queues the same message again, behind the others', async () => {
      const project = await newProject();
      const endpoint = await create(project);
      const { projectId } = project;
      await flag(project, 'again');
      const [delivery] = await sent(project, endpoint);
      const id = delivery?.id ?? '';
      const resend = () => control.webhooks.resend(projectId, endpoint.id, id, 1_000);
      await expect(resend()).rejects.toMatchObject({ reason: 'DELIVERY_PENDING' });
      await control.webhooks.settle(id, outcome(true, 1), 0);
      await flag(project, 'behind');
      const { messageId, payload } = delivery ?? {};
      expect(await resend()).toMatchObject({ messageId, payload, state: 'pending', attempts: 0, createdAtMs: 1_000 });
      expect((await dueOf(endpoint, Date.now()))?.payload).toContain('behind');
      await control.webhooks.update(projectId, endpoint.id, { isEnabled: false }, ada);
      await expect(resend()).rejects.toMatchObject({ reason: 'WEBHOOK_NOT_ACTIVE' });
      const other = await newProject();
      expect(await control.webhooks.resend(other.projectId, endpoint.id, id, 1)).toBeUndefined();
      expect(await control.webhooks.delivery(other.projectId, endpoint.id, id)).toBeUndefined();
      expect(await control.webhooks.deliveries(other.projectId, endpoint.id, {}, { limit: 1 })).toBeUndefined();
    });

    test('a test is logged and is never due', async () => {
      const project = await newProject();
      const endpoint = await create(project);
      const logged = await control.webhooks.recordTest(
        project.projectId,
        endpoint.id,
        { messageId: 'msg_test', payload: '{}' },
        { ...outcome(false, 5), responseBody: 'no\u0000\ud800', error: 'refused' },
      );
      const kept = {
        type: 'webhook.test',
        state: 'failed',
        attempts: 1,
        error: 'refused',
        responseBody: 'no\ufffd\ufffd',
      };
      expect(logged).toMatchObject(kept);
      expect(await dueOf(endpoint, Date.now())).toBeUndefined();
      const failed = await control.webhooks.deliveries(
        project.projectId,
        endpoint.id,
        { state: 'failed' },
        { limit: 5 },
      );
      expect(failed?.rows).toEqual([logged]);
    });

    test('the test of an endpoint that was removed meanwhile is not logged', async () => {
      const project = await newProject();
      const { id } = await create(project);
      await control.webhooks.remove(project.projectId, id, ada);
      const message = { messageId: 'msg_late', payload: '{}' };
      expect(await control.webhooks.recordTest(project.projectId, id, message, outcome(true, 5))).toBeUndefined();
    });

    test('secrets rotate, and neither they nor a path of a URL are logged', async () => {
      const project = await newProject();
      const { projectId } = project;
      const endpoint = await create(project);
      const next = { secret: 'whsec_two', untilMs: 5_000 };
      const rotated = await control.webhooks.rotate(projectId, endpoint.id, next, ada);
      expect(rotated).toMatchObject({ secret: 'whsec_two', oldSecret: 'whsec_one', oldSecretUntilMs: 5_000 });
      await control.webhooks.sweep(5_000);
      expect(await control.webhooks.find(projectId, endpoint.id)).toMatchObject({
        secret: 'whsec_two',
        oldSecret: null,
      });
      const other = await newProject();
      const patch = { name: 'Renamed', eventTypes: ['flag.changed'], target: 'https://other.example/x' } as const;
      expect(await control.webhooks.update(other.projectId, endpoint.id, patch, ada)).toBeUndefined();
      expect(await control.webhooks.update(projectId, endpoint.id, patch, ada)).toMatchObject(patch);
      expect(await control.webhooks.remove(other.projectId, endpoint.id, ada)).toBe(false);
      expect(await control.webhooks.remove(projectId, endpoint.id, ada)).toBe(true);
      expect(await control.webhooks.find(projectId, endpoint.id)).toBeUndefined();
      const { rows } = await control.changes.list({ projectId, entityType: 'webhook' }, { limit: 9 });
      expect(rows.map(({ action }) => action)).toEqual(['deleted', 'updated', 'secret_rotated', 'created']);
      expect(JSON.stringify(rows)).not.toMatch(/whsec|secret-path/);
    });

    test('the log is cleared after 30 days, and what a disabled endpoint did not get is given up after one', async () => {
      const project = await newProject();
      const { projectId } = project;
      const endpoint = await create(project);
      for (const key of ['sent_one', 'not_sent']) await flag(project, key);
      const [first, second] = await sent(project, endpoint);
      await control.webhooks.settle(first?.id ?? '', outcome(true, Date.now()), 0);
      await control.webhooks.update(projectId, endpoint.id, { isEnabled: false }, ada);
      await control.webhooks.sweep(Date.now() + 23 * HOUR_MS);
      expect(await control.webhooks.delivery(projectId, endpoint.id, second?.id ?? '')).toEqual(second);
      await control.webhooks.sweep(Date.now() + DAY_MS + 60_000);
      expect(await control.webhooks.delivery(projectId, endpoint.id, second?.id ?? '')).toMatchObject({
        state: 'failed',
        error: 'The webhook was not active for 24 hours',
      });
      await control.webhooks.sweep(Date.now() + 31 * DAY_MS);
      expect(await sent(project, endpoint)).toEqual([]);
    });

    test('a project has 20 endpoints at most', async () => {
      const project = await newProject();
      for (let made = 0; made < 20; made += 1) await create(project);
      await expect(create(project)).rejects.toMatchObject({ reason: 'TOO_MANY_WEBHOOKS' });
      const { rows, nextCursor } = await control.webhooks.list(project.projectId, { limit: 15 });
      const rest = await control.webhooks.list(project.projectId, { limit: 15, cursor: nextCursor ?? '' });
      expect([rows.length, rest.rows.length]).toEqual([15, 5]);
    });

    test('what goes on is told once, and again when it was quiet for a while', async () => {
      const project = await newProject();
      const { projectId, production: environmentId } = project;
      const endpoint = await create(project, { eventTypes: ['events.failed'] });
      const look = (atMs: number) =>
        control.notices.emitOngoing(
          { type: 'events.failed', projectId, environmentId, data: { count: atMs }, atMs },
          { name: 'events.failed', quietMs: 100 },
        );
      expect([await look(1_000), await look(1_099), await look(1_190), await look(1_290)]).toEqual([
        true,
        false,
        false,
        true,
      ]);
      expect((await sent(project, endpoint)).map(({ payload }) => JSON.parse(payload).data.count)).toEqual([
        1_000, 1_290,
      ]);
      const listening = await control.webhooks.listening('events.failed');
      expect(listening).toContainEqual({ projectId, environmentId: null });
      expect(await control.webhooks.listening('crash_group.spiking')).not.toContainEqual({
        projectId,
        environmentId: null,
      });
    });

    test('a notice of the installation reaches every project; one that is too long loses its largest members', async () => {
      const [one, two] = [await newProject(), await newProject()];
      const endpoints = [await create(one), await create(two)] as const;
      const data = { id: 'x', long: 'y'.repeat(70_000), short: 1 };
      await control.notices.emit({ type: 'backup.completed', projectId: null, environmentId: null, data, atMs: 1 });
      const [[first], [second]] = [await sent(one, endpoints[0]), await sent(two, endpoints[1])];
      expect(first?.messageId).toBe(second?.messageId);
      expect(JSON.parse(first?.payload ?? '').data).toEqual({ id: 'x', short: 1, omitted: ['long'] });
    });
  });
}
