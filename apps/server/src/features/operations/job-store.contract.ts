import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../compose/control/control-plane.ts';
import { Unacceptable, WrongState } from '../../control/control-errors.ts';
import { ada, newTestProject } from '../../control/test-project.contract.ts';

export function jobStoreContract(open: () => Promise<ControlPlane>): void {
  describe('JobStore', () => {
    let control: ControlPlane;
    let [one, other] = ['', ''];
    beforeAll(async () => {
      control = await open();
      one = (await newTestProject(control, 'jobs-one')).projectId;
      other = (await newTestProject(control, 'jobs-other')).projectId;
    });
    afterAll(() => control.close());

    const create = (projectId: string | null, input = {}) =>
      control.jobs.create({ projectId, kind: projectId === null ? 'backup' : 'erase_user', input }, ada);

    test('a job is queued, runs, and is done with what it has done', async () => {
      const queued = await create(null, { folder: 'x' });
      expect(queued).toMatchObject({
        projectId: null,
        kind: 'backup',
        status: 'queued',
        input: { folder: 'x' },
        counts: {},
        error: null,
        startedAtMs: null,
        finishedAtMs: null,
      });
      const running = await control.jobs.start(queued.id);
      expect(running).toMatchObject({ status: 'running', startedAtMs: expect.any(Number) });
      expect(await control.jobs.note(queued.id, { files: 1 })).toMatchObject({
        status: 'running',
        counts: { files: 1 },
      });
      const done = await control.jobs.finish(queued.id, { files: 3 });
      expect(done).toMatchObject({ status: 'done', counts: { files: 3 }, finishedAtMs: expect.any(Number) });
      expect(await control.jobs.find(null, queued.id)).toEqual(done);
    });

    test('a job that fails says why and keeps what it had done', async () => {
      const { id } = await create(one);
      await control.jobs.start(id);
      await control.jobs.note(id, { events: 7 });
      const failed = await control.jobs.fail(id, 'the disk is full');
      expect(failed).toMatchObject({ status: 'failed', error: 'the disk is full', counts: { events: 7 } });
    });

    test('what a job was given is forgotten when it has ended', async () => {
      const { id } = await create(one, { user_id: 'grace' });
      expect((await control.jobs.start(id)).input).toEqual({ user_id: 'grace' });
      expect((await control.jobs.note(id, { files: 1 }, { subject: 'x' })).input).toEqual({ subject: 'x' });
      expect((await control.jobs.note(id, { files: 2 })).input).toEqual({ subject: 'x' });
      expect((await control.jobs.finish(id, {})).input).toEqual({});
    });

    test('a job that has ended stays as it is', async () => {
      const { id } = await create(null);
      await control.jobs.start(id);
      const done = await control.jobs.finish(id, {});
      for (const move of [
        () => control.jobs.start(id),
        () => control.jobs.note(id, { files: 9 }),
        () => control.jobs.fail(id, 'no'),
      ]) {
        await expect(move()).rejects.toThrow(WrongState);
      }
      expect(await control.jobs.find(null, id)).toEqual(done);
      await expect(control.jobs.start('0190a6c4-2222-7abc-8def-000000000001')).rejects.toThrow(Unacceptable);
    });

    test('what has not ended is known after a restart, oldest first, and may be started again', async () => {
      const [first, second] = [await create(one), await create(one)];
      await control.jobs.start(first.id);
      const unfinished = (await control.jobs.unfinished(['erase_user'])).map(({ id }) => id);
      expect(unfinished.slice(-2)).toEqual([first.id, second.id]);
      expect((await control.jobs.unfinished(['backup'])).map(({ id }) => id)).not.toContain(first.id);
      const again = await control.jobs.start(first.id);
      expect(again).toMatchObject({ status: 'running' });
      for (const { id } of [first, second]) await control.jobs.fail(id, 'enough');
      expect(await control.jobs.unfinished(['erase_user'])).toEqual([]);
    });

    test('a job is found by its own project only, and one of the installation by no project', async () => {
      const [mine, installation] = [await create(one), await create(null)];
      expect(await control.jobs.find(one, mine.id.toUpperCase())).toEqual(mine);
      expect(await control.jobs.find(other, mine.id)).toBeUndefined();
      expect(await control.jobs.find(null, mine.id)).toBeUndefined();
      expect(await control.jobs.find(one, installation.id)).toBeUndefined();
    });

    test('lists are newest first, and pages neither repeat nor skip', async () => {
      const made: string[] = [];
      for (let n = 0; n < 5; n++) made.unshift((await create(other)).id);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page = { limit: 2, ...(cursor === null ? {} : { cursor }) };
        const { rows, nextCursor } = await control.jobs.list({ projectId: other, kind: 'erase_user' }, page);
        seen.push(...rows.map(({ id }) => id));
        cursor = nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(made);
      expect((await control.jobs.list({ projectId: other, kind: 'backup' }, { limit: 9 })).rows).toEqual([]);
    });

    test('who asked for a job is in the log of changes, without what it was given', async () => {
      const { id } = await create(one, { user_id: 'grace' });
      const [change] = (await control.changes.list({ projectId: one }, { limit: 1 })).rows;
      expect(change).toMatchObject({ entityType: 'job', entityId: id, action: 'requested', actor: ada });
      expect(JSON.stringify(change)).not.toContain('grace');
    });
  });
}
