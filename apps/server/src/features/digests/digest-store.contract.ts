import { DAY_MS, HOUR_MS, MINUTE_MS } from '@lamppost/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { ada, newTestProject, type TestProject } from '../../control/test-project.contract.ts';
import type { Digest, MadeDigest, NewDigest } from './digest-store.ts';

export function digestStoreContract(open: () => Promise<ControlPlane>): void {
  describe('DigestStore', () => {
    let control: ControlPlane;
    let count = 0;
    beforeAll(async () => {
      control = await open();
    });
    afterAll(() => control.close());

    const newProject = async () => {
      count += 1;
      const project = await newTestProject(control, `digests-${count}`);
      const dashboard = await control.dashboards.create(project.projectId, { name: 'Board' }, ada);
      return { ...project, dashboard };
    };
    type Project = Awaited<ReturnType<typeof newProject>>;
    const endpoint = ({ projectId }: TestProject, name = 'Team', environmentId: string | null = null) =>
      control.webhooks.create(
        { projectId, environmentId, kind: 'email', name, target: 'a@b.example', eventTypes: [], secret: 's' },
        ada,
      );
    const create = (project: Project, targets: readonly string[], init: Partial<NewDigest> = {}) =>
      control.digests.create(
        project.projectId,
        {
          environmentId: project.production,
          dashboardId: project.dashboard.id,
          name: 'Daily numbers',
          frequency: 'daily',
          weekday: null,
          time: '09:00',
          targets,
          ...init,
        },
        ada,
      );
    let made = 0;
    const madeNow = (): MadeDigest => {
      made += 1;
      return {
        messageId: `msg_${made}`,
        payload: '{"type":"digest.sent"}',
        pictures: [{ id: `picture-${count}-${made}`, tokenHash: `hash-${count}-${made}`, png: 'AAAA' }],
        picturesExpireAtMs: Date.now() + DAY_MS,
      };
    };
    const dueOf = (digest: Digest): number => digest.nextAtMs ?? Number.NaN;
    const pendingOf = async (digest: Digest, nowMs: number) =>
      (await control.digests.pendingRuns(nowMs)).filter(({ run }) => run.digestId === digest.id).map(({ run }) => run);
    const reread = async (digest: Digest) => {
      const found = await control.digests.find(digest.projectId, digest.id);
      if (found === undefined) throw new Error('The digest is gone.');
      return found;
    };

    test('a digest is found and listed as it was created, with the time of its next run', async () => {
      const project = await newProject();
      const target = await endpoint(project);
      const digest = await create(project, [target.id.toUpperCase(), target.id]);
      expect(digest).toMatchObject({ status: 'active', targets: [target.id], runs: [], time: '09:00' });
      expect(new Date(dueOf(digest)).toISOString()).toMatch(/T09:00:00/);
      expect(digest.targetRows).toEqual([{ id: target.id, name: 'Team', kind: 'email', status: 'active' }]);
      expect(await reread(digest)).toEqual(digest);
      expect((await control.digests.list(project.projectId, { limit: 10 })).rows).toEqual([digest]);
      const other = await newProject();
      expect(await control.digests.find(other.projectId, digest.id)).toBeUndefined();
      expect(await control.digests.remove(other.projectId, digest.id, ada)).toBe(false);
      expect(await control.digests.requestRun(other.projectId, digest.id, Date.now())).toBeUndefined();
    });

    test('bad input names its field, and nothing is created', async () => {
      const project = await newProject();
      const target = await endpoint(project);
      const elsewhere = await endpoint(project, 'Development', project.development);
      const foreign = await endpoint(await newProject());
      const rejected: [string, readonly string[], Partial<NewDigest>][] = [
        ['time', [target.id], { time: '24:00' }],
        ['weekday', [target.id], { frequency: 'weekly' }],
        ['weekday', [target.id], { weekday: 1 }],
        ['dashboard_id', [target.id], { dashboardId: target.id }],
        ['targets', [], {}],
        ['targets', [foreign.id], {}],
        ['targets', [elsewhere.id], {}],
      ];
      for (const [field, targets, init] of rejected) {
        await expect(create(project, targets, init)).rejects.toMatchObject({ field });
      }
      expect((await control.digests.list(project.projectId, { limit: 10 })).rows).toEqual([]);
    });

    test('a project has 20 digests at most', async () => {
      const project = await newProject();
      const target = await endpoint(project);
      for (let index = 0; index < 20; index += 1) await create(project, [target.id]);
      await expect(create(project, [target.id])).rejects.toMatchObject({ reason: 'TOO_MANY_DIGESTS' });
    });

    test('a period is claimed once, and stays pending until it is complete', async () => {
      const project = await newProject();
      const digest = await create(project, [(await endpoint(project)).id]);
      const dueAtMs = dueOf(digest);
      expect(await control.digests.claim(digest.id, dueAtMs, dueAtMs - 1)).toBe(false);
      const claims = await Promise.all(
        [1, 2, 3].map((late) => control.digests.claim(digest.id, dueAtMs, dueAtMs + late)),
      );
      expect(claims.filter(Boolean)).toHaveLength(1);
      expect(dueOf(await reread(digest))).toBe(dueAtMs + DAY_MS);
      const [run] = await pendingOf(digest, dueAtMs + 10);
      expect(run).toMatchObject({ origin: 'schedule', dueAtMs, state: 'pending' });
      expect(await pendingOf(digest, dueAtMs + HOUR_MS)).toHaveLength(1);
      await control.digests.complete(run?.id ?? '', madeNow(), dueAtMs + 20);
      expect(await pendingOf(digest, dueAtMs + HOUR_MS)).toEqual([]);
    });

    test('changing the time of day does not make the same period again', async () => {
      const project = await newProject();
      // Far from now, so that both are later on the same day.
      const hour = String((new Date().getUTCHours() + 12) % 24).padStart(2, '0');
      const digest = await create(project, [(await endpoint(project)).id], { time: `${hour}:01` });
      const dueAtMs = dueOf(digest);
      await control.digests.claim(digest.id, dueAtMs, dueAtMs);
      const schedule = { frequency: 'daily', weekday: null, time: `${hour}:02` } as const;
      const moved = await control.digests.update(project.projectId, digest.id, { schedule }, ada);
      if (moved === undefined) throw new Error('The digest is gone.');
      expect(dueOf(moved)).toBe(dueAtMs + MINUTE_MS);
      expect(await control.digests.claim(digest.id, dueOf(moved), dueOf(moved))).toBe(true);
      expect((await reread(digest)).runs).toHaveLength(1);
    });

    test('what is 12 hours late is skipped and shown; what is less late is made', async () => {
      const project = await newProject();
      const digest = await create(project, [(await endpoint(project)).id]);
      const first = dueOf(digest);
      const nowMs = first + DAY_MS + 11 * HOUR_MS;
      for (const dueAtMs of [first, first + DAY_MS]) await control.digests.claim(digest.id, dueAtMs, nowMs);
      const { runs, nextAtMs } = await reread(digest);
      expect(runs.map(({ state, dueAtMs }) => [state, dueAtMs])).toEqual([
        ['pending', first + DAY_MS],
        ['skipped', first],
      ]);
      expect(runs[1]?.reason).toMatch(/12 hours/);
      expect(nextAtMs).toBe(first + 2 * DAY_MS);
    });

    test('a run is completed once, together with its deliveries and pictures', async () => {
      const project = await newProject();
      const [one, two, off] = [await endpoint(project), await endpoint(project, 'Two'), await endpoint(project, 'Off')];
      await control.webhooks.update(project.projectId, off.id, { isEnabled: false }, ada);
      const digest = await create(project, [one.id, two.id, off.id]);
      const run = await control.digests.requestRun(project.projectId, digest.id, Date.now());
      await expect(control.digests.requestRun(project.projectId, digest.id, Date.now())).rejects.toMatchObject({
        reason: 'DIGEST_PENDING',
      });
      const content = madeNow();
      await control.digests.complete(run?.id ?? '', content, Date.now());
      await control.digests.complete(run?.id ?? '', madeNow(), Date.now());
      for (const { id } of [one, two]) {
        const sent = await control.webhooks.deliveries(project.projectId, id, {}, { limit: 10 });
        expect(sent?.rows.map(({ type, messageId }) => [type, messageId])).toEqual([
          ['digest.sent', content.messageId],
        ]);
      }
      const { runs } = await reread(digest);
      expect(runs[0]).toMatchObject({ state: 'sent', origin: 'manual', reason: 'Not sent: Off is disabled' });
      expect(runs[0]?.deliveries.map(({ endpointId, state }) => [endpointId, state]).sort()).toEqual(
        [
          [one.id, 'pending'],
          [two.id, 'pending'],
        ].sort(),
      );
      const [picture] = content.pictures;
      expect(await control.digests.pictures([picture?.id ?? ''])).toEqual([{ id: picture?.id, png: 'AAAA' }]);
      expect(await control.digests.pictureOf(picture?.tokenHash ?? '', Date.now())).toBe('AAAA');
      expect(await control.digests.pictureOf(picture?.tokenHash ?? '', content.picturesExpireAtMs)).toBeUndefined();
      expect(await control.digests.pictureOf('another', Date.now())).toBeUndefined();
      await control.digests.sweep(content.picturesExpireAtMs);
      expect(await control.digests.pictures([picture?.id ?? ''])).toEqual([]);
    });

    test('an attempt that failed is made again later, until the run is 12 hours late', async () => {
      const project = await newProject();
      const digest = await create(project, [(await endpoint(project)).id]);
      const atMs = Date.now();
      const run = await control.digests.requestRun(project.projectId, digest.id, atMs);
      await control.digests.failAttempt(run?.id ?? '', { reason: 'The store does not answer' }, atMs);
      expect(await pendingOf(digest, atMs)).toEqual([]);
      expect(await pendingOf(digest, atMs + HOUR_MS)).toMatchObject([{ attempts: 1 }]);
      await control.digests.failAttempt(run?.id ?? '', { reason: 'The store does not answer' }, atMs + 12 * HOUR_MS);
      expect((await reread(digest)).runs[0]).toMatchObject({ state: 'failed', reason: 'The store does not answer' });
      const other = await control.digests.requestRun(project.projectId, digest.id, atMs);
      await control.digests.failAttempt(other?.id ?? '', { reason: 'Gone', isFinal: true }, atMs);
      expect((await reread(digest)).runs[0]).toMatchObject({ state: 'failed', reason: 'Gone' });
    });

    test('a deleted dashboard pauses its digests, and another one resumes them', async () => {
      const project = await newProject();
      const { projectId } = project;
      const digest = await create(project, [(await endpoint(project)).id]);
      await control.dashboards.archive(projectId, project.dashboard.id, ada);
      expect(await reread(digest)).toMatchObject({
        status: 'paused',
        pauseReason: 'dashboard_deleted',
        nextAtMs: null,
      });
      await expect(control.digests.update(projectId, digest.id, { isEnabled: true }, ada)).rejects.toMatchObject({
        reason: 'DASHBOARD_DELETED',
      });
      await expect(control.digests.requestRun(projectId, digest.id, Date.now())).rejects.toMatchObject({
        reason: 'DIGEST_PAUSED',
      });
      const other = await control.dashboards.create(projectId, { name: 'Other' }, ada);
      const moved = await control.digests.update(projectId, digest.id, { dashboardId: other.id }, ada);
      expect(moved).toMatchObject({ status: 'active', pauseReason: null, nextAtMs: digest.nextAtMs });
    });

    test('a deleted endpoint is no target any more; without one the digest is paused', async () => {
      const project = await newProject();
      const { projectId } = project;
      const [one, two] = [await endpoint(project), await endpoint(project, 'Two')];
      const digest = await create(project, [one.id, two.id]);
      await control.webhooks.remove(projectId, one.id, ada);
      expect(await reread(digest)).toMatchObject({ status: 'active', targets: [two.id] });
      await control.webhooks.remove(projectId, two.id, ada);
      expect(await reread(digest)).toMatchObject({ status: 'paused', pauseReason: 'targets_deleted', targets: [] });
    });

    test('a digest that a member paused is not due, and keeps so through other edits', async () => {
      const project = await newProject();
      const { projectId } = project;
      const digest = await create(project, [(await endpoint(project)).id]);
      await control.digests.update(projectId, digest.id, { isEnabled: false }, ada);
      const renamed = await control.digests.update(projectId, digest.id, { name: 'Other' }, ada);
      expect(renamed).toMatchObject({ status: 'paused', pauseReason: 'user', nextAtMs: null, name: 'Other' });
      const due = await control.digests.due(Number.MAX_SAFE_INTEGER);
      expect(due.find(({ id }) => id === digest.id)).toBeUndefined();
      const resumed = await control.digests.update(projectId, digest.id, { isEnabled: true }, ada);
      expect(resumed).toMatchObject({ status: 'active', pauseReason: null });
      expect(resumed?.nextAtMs).toBeGreaterThan(Date.now());
    });

    test('another time zone of the project moves the next run', async () => {
      const project = await newProject();
      const digest = await create(project, [(await endpoint(project)).id]);
      await control.projects.update(project.projectId, { timezone: 'Asia/Tokyo' }, ada);
      expect(new Date(dueOf(await reread(digest))).toISOString()).toMatch(/T00:00:00/);
    });

    test('every change is in the change log', async () => {
      const project = await newProject();
      const { projectId } = project;
      const target = await endpoint(project);
      const digest = await create(project, [target.id]);
      await control.digests.update(projectId, digest.id, { name: 'Other' }, ada);
      await control.webhooks.remove(projectId, target.id, ada);
      await control.digests.remove(projectId, digest.id, ada);
      const { rows } = await control.changes.list({ projectId, entityType: 'digest' }, { limit: 10 });
      expect(rows.map(({ action }) => action).toReversed()).toEqual(['created', 'updated', 'paused', 'deleted']);
      expect(await control.digests.find(projectId, digest.id)).toBeUndefined();
    });
  });
}
