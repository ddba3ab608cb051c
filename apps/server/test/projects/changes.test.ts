import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin, type ExperimentRow, type FlagRow, type ListResponse } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server))
  .extend('admin', ({ project }) => new Admin(project));

interface ChangeRow {
  readonly id: string;
  readonly entity_type: string;
  readonly entity_id: string;
  readonly entity_key: string;
  readonly environment_id: string | null;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string; readonly name: string };
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly config_version: string | null;
  readonly created_at: string;
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const changesOf = (admin: Admin, query = '', limit = 100) => admin.everyPage<ChangeRow>(`/v1/changes${query}`, limit);
/** What has been noted since, oldest first. */
const since = async (admin: Admin, known: readonly ChangeRow[]) => {
  const ids = new Set(known.map(({ id }) => id));
  return (await changesOf(admin)).filter(({ id }) => !ids.has(id)).toReversed();
};
const secretKeyId = async (admin: Admin) => {
  const keys = await admin.everyPage<{ id: string; kind: string; environment_id: string }>('/v1/keys', 100);
  const [environment] = (await admin.done<{ id: string; slug: string }[]>('GET', '/v1/environments')).filter(
    ({ slug }) => slug === 'production',
  );
  return keys.find(({ kind, environment_id }) => kind === 'secret' && environment_id === environment?.id)?.id;
};

describe.concurrent('the log of changes', () => {
  test('has one entry for each change, with who, before, after and version', async ({ admin }) => {
    const keyId = await secretKeyId(admin);
    const known = await changesOf(admin);
    const flag = await admin.flag('banner');
    const versions = [await admin.version()];
    await admin.change('banner', { name: 'Renamed' });
    versions.push(await admin.version());
    const targeting = await admin.rollout('banner', 10);
    versions.push(await admin.version());
    const killed = await admin.kill('banner');
    versions.push(await admin.version());
    const entries = await since(admin, known);
    expect(entries.map(({ entity_type, entity_key }) => [entity_type, entity_key])).toEqual([
      ['flag', 'banner'],
      ['flag', 'banner'],
      ['targeting', 'banner'],
      ['targeting', 'banner'],
    ]);
    expect(new Set(entries.map(({ action }) => action)).size).toBe(4);
    for (const entry of entries) {
      expect(entry).toMatchObject({ id: isUuid, created_at: isoTime, entity_id: flag.id });
      expect(entry.actor).toEqual({ kind: 'api_key', id: keyId, name: expect.any(String) });
    }
    const [created, renamed, rolledOut, stopped] = entries;
    expect([created?.before, created?.after, created?.environment_id]).toMatchObject([null, { name: 'banner' }, null]);
    expect([renamed?.before, renamed?.after]).toMatchObject([{ name: 'banner' }, { name: 'Renamed' }]);
    expect(rolledOut?.environment_id).toBe(targeting.environment_id);
    expect(rolledOut?.after).toEqual(targeting);
    expect([stopped?.before, stopped?.after]).toEqual([targeting, killed]);
    expect([rolledOut?.config_version, stopped?.config_version]).toEqual(versions.slice(2));
    expect((await admin.call('GET', `/v1/changes/${created?.id}`)).data()).toEqual(created);
    expect((await admin.call('GET', `/v1/changes/${created?.id.toUpperCase()}`)).data()).toEqual(created);
  });

  test('has nothing of what failed or changed nothing', async ({ admin }) => {
    await admin.flag('banner');
    await admin.rollout('banner', 10);
    await admin.experiment('checkout');
    await admin.group('testers');
    await admin.addMember('testers', 'u');
    const known = await changesOf(admin);
    const idle: [method: string, path: string, body?: unknown][] = [
      ['POST', '/v1/flags', { key: 'banner', name: 'x', platforms: ['web'] }],
      ['POST', '/v1/flags', { key: 'Bad' }],
      ['PATCH', '/v1/flags/banner', {}],
      ['PATCH', '/v1/flags/banner', { name: 'banner' }],
      ['PATCH', '/v1/flags/banner', { key: 'other' }],
      ['PUT', '/v1/flags/banner/rollout', { percentage: 10, value: true }],
      ['PUT', '/v1/flags/banner/rollout', { percentage: 101, value: true }],
      ['PUT', '/v1/flags/banner/rules', { rules: [] }],
      ['POST', '/v1/flags/banner/restore', undefined],
      ['POST', '/v1/experiments/checkout/pause', undefined],
      ['PATCH', '/v1/experiments/checkout', { name: 'checkout' }],
      ['POST', '/v1/groups/testers/members', { user_id: 'u' }],
      ['DELETE', '/v1/groups/testers/members/nobody', undefined],
      ['PATCH', '/v1/groups/testers', { name: 'testers' }],
    ];
    for (const [method, path, body] of idle) await admin.call(method, path, body);
    expect(await since(admin, known)).toEqual([]);
  });

  test('tells of experiments, groups, members, keys and environments too', async ({ admin }) => {
    const known = await changesOf(admin);
    await admin.running('checkout');
    await admin.group('testers');
    await admin.addMember('testers', 'u');
    await admin.call('DELETE', '/v1/groups/testers/members/u');
    await admin.done('POST', '/v1/environments', { slug: 'staging', name: 'Staging' });
    const key = await admin.done<{ id: string; key: string }>('POST', '/v1/keys', {
      kind: 'secret',
      environment_id: 'staging',
      name: 'ci',
    });
    await admin.call('DELETE', `/v1/keys/${key.id}`);
    const entries = await since(admin, known);
    const types = entries.map(({ entity_type }) => entity_type);
    expect(types.slice(0, 5)).toEqual(['experiment', 'experiment', 'group', 'group_member', 'group_member']);
    expect(entries[4]?.after).toBeNull();
    expect(types.slice(5)).toEqual(['environment', 'api_key', 'api_key']);
    const text = JSON.stringify(entries);
    expect(text).not.toContain(key.key);
    expect(text).not.toContain(key.key.split('_').at(-1));
    expect(text).not.toMatch(/hash|password/i);
  });

  test('holds no secret, of the first keys neither', async ({ project, admin }) => {
    const text = JSON.stringify(await changesOf(admin));
    for (const keys of Object.values(project.keys)) {
      for (const key of Object.values(keys)) expect(text).not.toContain((key as string).split('_').at(-1));
    }
  });

  test('is newest first, filtered by entity and time, and paged without repeats', async ({ admin }) => {
    const flag = await admin.flag('banner');
    for (let share = 1; share <= 12; share += 1) await admin.rollout('banner', share);
    const other = await admin.flag('other');
    const all = await changesOf(admin);
    const times = all.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    for (const limit of [1, 5, 13]) expect(await changesOf(admin, '', limit)).toEqual(all);
    expect((await changesOf(admin, '?entity_type=targeting', 5)).length).toBe(12);
    expect((await changesOf(admin, `?entity_id=${flag.id}`)).length).toBe(13);
    expect((await changesOf(admin, `?entity_id=${other.id.toUpperCase()}&entity_type=flag`)).length).toBe(1);
    const middle = all[5];
    const from = encodeURIComponent(middle?.created_at ?? '');
    expect((await changesOf(admin, `?from=${from}`)).at(-1)).toEqual(middle);
    expect((await changesOf(admin, `?to=${from}`))[0]).toEqual(all[6]);
    const page = (await admin.call('GET', '/v1/changes?limit=3')).json as ListResponse<ChangeRow>;
    expect([page.data.length, page.pagination]).toEqual([3, { cursor: isUuid, has_more: true }]);
    for (const query of ['limit=0', 'limit=101', 'cursor=x', 'from=x', 'to=yesterday']) {
      expect([query, (await admin.call('GET', `/v1/changes?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('of another project is not to be seen', async ({ admin }) => {
    const [foreign] = await changesOf(new Admin(await TestProject.create(server)));
    await admin.flag('banner');
    for (const id of [foreign?.id ?? '00000000-0000-4000-8000-000000000000', 'nonsense']) {
      expect((await admin.call('GET', `/v1/changes/${id}`)).status).toBe(404);
    }
  });

  test('of a flag is its history, targeting of every environment included', async ({ admin }) => {
    await admin.flag('other');
    const flag = await admin.flag('banner');
    await admin.rollout('banner', 10);
    await admin.rollout('banner', 20, true, '?environment_id=development');
    for (const id of [flag.id, 'banner']) {
      const history = await admin.everyPage<ChangeRow>(`/v1/flags/${id}/history`, 2);
      expect(history.map(({ entity_type }) => entity_type)).toEqual(['targeting', 'targeting', 'flag']);
      expect(history[0]?.after).toMatchObject({ rollout: { percentage: 20 } });
    }
  });
});

describe.concurrent('definitions', () => {
  interface Definitions {
    readonly version: string;
    readonly flags: readonly FlagRow[];
    readonly experiments: readonly ExperimentRow[];
    readonly event_schemas: readonly unknown[];
  }

  test('are one document with a tag that moves with them alone', async ({ project, admin }) => {
    for (let index = 0; index < 105; index += 1) await admin.flag(`flag_${index}`);
    await admin.experiment('checkout');
    const run = (tag?: string) =>
      project.get('/v1/definitions', {
        key: project.keys.production.dev,
        ...(tag === undefined ? {} : { headers: { 'If-None-Match': tag } }),
      });
    const first = await run();
    const { version, flags, experiments, event_schemas } = first.data<Definitions>();
    expect([version.length > 0, flags.length, experiments.length, event_schemas]).toEqual([true, 105, 1, []]);
    expect(flags.find(({ key }) => key === 'flag_0')).toMatchObject({ value_type: 'boolean', default_value: false });
    const tag = first.headers.get('etag') ?? '';
    await admin.rollout('flag_0', 10);
    const again = await run(tag);
    expect([again.status, again.text]).toEqual([304, '']);
    await admin.change('flag_0', { default_value: true });
    const after = await run(tag);
    expect([after.status, after.headers.get('etag') === tag]).toEqual([200, false]);
    expect(after.data<Definitions>().version).not.toBe(version);
  });

  test('and schemas are all that a dev key may read', async ({ project, admin }) => {
    await admin.flag('banner');
    await admin.experiment('checkout');
    const run = async (method: string, path: string, body?: unknown) =>
      [path, (await admin.call(method, path, body, project.keys.production.dev)).status] as const;
    for (const path of [
      '/v1/definitions',
      '/v1/flags',
      '/v1/flags/banner',
      '/v1/flags/banner/rules',
      '/v1/experiments',
      '/v1/experiments/checkout',
      '/openfeature/v0/manifest',
    ]) {
      expect(await run('GET', path)).toEqual([path, 200]);
    }
    for (const path of [
      '/v1/changes',
      '/v1/flags/banner/history',
      '/v1/groups',
      '/v1/keys',
      '/v1/ruleset',
      '/v1/ruleset/stream',
      '/v1/config',
      '/v1/config/stream',
      '/v1/events',
    ]) {
      expect(await run('GET', path)).toEqual([path, 403]);
    }
    for (const path of ['/v1/flags', '/v1/experiments', '/v1/flags/evaluate', '/v1/ingest', '/v1/devices/register']) {
      expect(await run('POST', path, {})).toEqual([path, 403]);
    }
  });
});
