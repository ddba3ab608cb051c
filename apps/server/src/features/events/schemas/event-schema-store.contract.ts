import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ControlPlane } from '../../../compose/control/control-plane.ts';
import { ada, changesOf, newTestProject, type TestProject, versionOf } from '../../../control/test-project.contract.ts';
import { MAX_SCHEMA_BYTES } from './event-schema-store.ts';

export function eventSchemaStoreContract(open: () => Promise<ControlPlane>): void {
  describe('EventSchemaStore', () => {
    let control: ControlPlane;
    let project: TestProject;
    let other: TestProject;
    beforeAll(async () => {
      control = await open();
      project = await newTestProject(control, 'shop');
      other = await newTestProject(control, 'other');
    });
    afterAll(() => control.close());

    const amount = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
    const put = (name: string, schema: object = {}) =>
      control.schemas.put(project.projectId, name, { properties: amount, ...schema }, ada);
    const find = (name: string) => control.schemas.find(project.projectId, name);
    const changes = async (name: string) =>
      (await changesOf(control, project.projectId)).filter(({ entityKey }) => entityKey === name);

    test('a new schema says nothing but what it was given, and belongs to its project', async () => {
      const { schema, isNew } = await put('bought');
      expect(isNew).toBe(true);
      expect(schema).toEqual({
        id: expect.any(String),
        projectId: project.projectId,
        eventName: 'bought',
        description: null,
        category: null,
        status: null,
        properties: amount,
        mode: 'allow',
        createdAtMs: schema.createdAtMs,
        updatedAtMs: schema.createdAtMs,
      });
      expect(await find('bought')).toEqual(schema);
      expect(await control.schemas.find(other.projectId, 'bought')).toBeUndefined();
      expect(await changes('bought')).toMatchObject([
        { entityType: 'event_schema', entityId: schema.id, action: 'created', before: null, configVersion: null },
      ]);
    });

    test('a replacement keeps the id, forgets what is not said again, and is logged once', async () => {
      const first = await put('replaced', { description: 'd', category: 'c', status: 'planned', mode: 'warn' });
      const second = await put('replaced', { mode: 'quarantine', properties: {} });
      expect(second.isNew).toBe(false);
      expect(second.schema).toMatchObject({
        id: first.schema.id,
        createdAtMs: first.schema.createdAtMs,
        description: null,
        category: null,
        status: null,
        mode: 'quarantine',
        properties: {},
      });
      expect(second.schema.updatedAtMs).toBeGreaterThan(first.schema.updatedAtMs);
      expect(await put('replaced', { mode: 'quarantine', properties: {} })).toEqual(second);
      expect((await changes('replaced')).map(({ action }) => action)).toEqual(['updated', 'created']);
      expect((await changes('replaced'))[0]).toMatchObject({
        before: { mode: 'warn', status: 'planned' },
        after: { mode: 'quarantine', event_name: 'replaced' },
      });
      expect(await versionOf(control, project.projectId, 'production')).toBe(1);
    });

    test('a removed one is gone, and a new one of that name is another', async () => {
      const { schema } = await put('removed');
      expect(await control.schemas.remove(project.projectId, 'removed', ada)).toBe(true);
      expect(await control.schemas.remove(project.projectId, 'removed', ada)).toBe(false);
      expect(await control.schemas.remove(other.projectId, 'bought', ada)).toBe(false);
      expect(await find('removed')).toBeUndefined();
      expect((await changes('removed'))[0]).toMatchObject({
        action: 'removed',
        after: null,
        before: { id: schema.id },
      });
      expect((await put('removed')).schema.id).not.toBe(schema.id);
    });

    test('the list is newest first and pages neither repeat nor skip', async () => {
      const names = ['l1', 'l2', 'l3', 'l4', 'l5'];
      for (const name of names) {
        await control.schemas.put(other.projectId, name, { properties: {} }, ada);
      }
      const listed: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await control.schemas.list(other.projectId, {
          limit: 2,
          ...(cursor === null ? {} : { cursor }),
        });
        listed.push(...page.rows.map(({ eventName }) => eventName));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(listed).toEqual(names.toReversed());
    });

    test('one that cannot be checked is refused, naming the place, and nothing is kept', async () => {
      const wrong = { properties: { properties: { a: { format: 'colour' } } } };
      await expect(put('wrong', wrong)).rejects.toMatchObject({ field: 'properties.properties.a.format' });
      await expect(put('wrong', { properties: { pattern: '(?=a)' } })).rejects.toMatchObject({
        field: 'properties.pattern',
      });
      expect(await find('wrong')).toBeUndefined();
    });

    test('all of a project together have a bound', async () => {
      const large = { description: 'x'.repeat(60_000) };
      const fitting = Math.floor(MAX_SCHEMA_BYTES / 60_018);
      for (let index = 0; index < fitting; index += 1) {
        await control.schemas.put(other.projectId, `large-${index}`, { properties: large }, ada);
      }
      const more = () => control.schemas.put(other.projectId, 'large-more', { properties: large }, ada);
      await expect(more()).rejects.toMatchObject({ field: 'properties' });
      await control.schemas.put(other.projectId, 'large-0', { properties: large, mode: 'warn' }, ada);
      await control.schemas.remove(other.projectId, 'large-1', ada);
      await more();
    });

    test('names of any letters come back as they were sent', async () => {
      for (const name of ['$pageview', 'Käufe / ☃', "it's", 'a'.repeat(256)]) {
        await put(name);
        expect((await find(name))?.eventName).toBe(name);
      }
    });
  });
}
