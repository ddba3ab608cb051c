import { test as base, beforeAll, describe, expect } from 'vitest';
import { Admin } from '../harness/admin.ts';
import { TestServer } from '../harness/server.ts';
import { ApiResponse, TestProject } from '../harness/test-project.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.shared();
});
const test = base
  .extend('project', () => TestProject.create(server, 'starter'))
  .extend('admin', ({ project }) => new Admin(project));

interface ProjectRow {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: string;
  readonly timezone: string;
  readonly retention_days: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}

const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const show = (admin: Admin) => admin.done<ProjectRow>('GET', '/v1/project');
const patch = (admin: Admin, body: unknown) => admin.call('PATCH', '/v1/project', body);
const operate = (path: string, init: object = {}) =>
  ApiResponse.of(server.request(path, { key: server.bootstrap.operator_token, ...init }));

describe.concurrent('a project', () => {
  test('shows itself to its secret keys, in UTC and keeping events for ever at first', async ({ project, admin }) => {
    const row = await show(admin);
    expect(row).toEqual({
      id: project.id,
      slug: expect.stringMatching(/^t-/),
      name: expect.any(String),
      plan: 'starter',
      timezone: 'UTC',
      retention_days: null,
      created_at: isoTime,
      updated_at: isoTime,
    });
    const fromDevelopment = await project.get('/v1/project', { key: project.keys.development.secret });
    expect(fromDevelopment.data()).toEqual(row);
  });

  test('is changed field by field, and null keeps events for ever again', async ({ admin }) => {
    const before = await show(admin);
    const moved = await admin.done<ProjectRow>('PATCH', '/v1/project', { timezone: 'Europe/Berlin' });
    expect(moved).toEqual({ ...before, timezone: 'Europe/Berlin', updated_at: isoTime });
    expect(moved.updated_at > before.updated_at).toBe(true);
    const kept = await admin.done<ProjectRow>('PATCH', '/v1/project', { retention_days: 90, name: 'Shop' });
    expect(kept).toEqual({ ...moved, name: 'Shop', retention_days: 90, updated_at: isoTime });
    const forEver = await admin.done<ProjectRow>('PATCH', '/v1/project', { retention_days: null });
    expect(forEver).toEqual({ ...kept, retention_days: null, updated_at: isoTime });
    expect(await show(admin)).toEqual(forEver);
  });

  test('shows its settings to the operator, who cannot lose them', async ({ project, admin }) => {
    await patch(admin, { timezone: 'Asia/Tokyo', retention_days: 30 });
    const settings = { timezone: 'Asia/Tokyo', retention_days: 30 };
    expect((await operate(`/v1/projects/${project.id}`)).data()).toMatchObject(settings);
    const renamed = await operate(`/v1/projects/${project.id}`, {
      method: 'PATCH',
      body: JSON.stringify({ name: 'Renamed', plan: 'growth' }),
    });
    expect(renamed.data()).toMatchObject({ ...settings, name: 'Renamed', plan: 'growth' });
    expect(await show(admin)).toMatchObject({ ...settings, name: 'Renamed', plan: 'growth' });
  });

  test('keeps a time zone under its canonical name', async ({ admin }) => {
    expect((await patch(admin, { timezone: 'america/NEW_york' })).data()).toMatchObject({
      timezone: 'America/New_York',
    });
  });

  test('takes the bounds of retention, and nothing beyond', async ({ admin }) => {
    for (const days of [1, 3650]) {
      expect((await patch(admin, { retention_days: days })).data()).toMatchObject({ retention_days: days });
    }
    for (const days of [0, 3651, -1, 1.5, '90', true, {}]) {
      const response = await patch(admin, { retention_days: days });
      expect([days, response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([
        days,
        400,
        ['retention_days'],
      ]);
    }
    expect((await show(admin)).retention_days).toBe(3650);
  });

  const refusals: readonly { name: string; body: object; field: string }[] = [
    { name: 'a time zone that is not there', body: { timezone: 'Europe/Atlantis' }, field: 'timezone' },
    { name: 'an offset for a time zone', body: { timezone: '+01:00' }, field: 'timezone' },
    { name: 'an empty time zone', body: { timezone: '' }, field: 'timezone' },
    { name: 'no time zone at all', body: { timezone: null }, field: 'timezone' },
    { name: 'an empty name', body: { name: '' }, field: 'name' },
    { name: 'a name of 201 characters', body: { name: 'x'.repeat(201) }, field: 'name' },
    { name: 'another plan, which operators set', body: { plan: 'scale' }, field: 'plan' },
    { name: 'another slug', body: { slug: 'other' }, field: 'slug' },
  ];
  for (const { name, body, field } of refusals) {
    test(`refuses ${name}, names the field and changes nothing`, async ({ admin }) => {
      const before = await show(admin);
      const response = await patch(admin, { name: 'New', timezone: 'Asia/Tokyo', retention_days: 7, ...body });
      expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(response.error.details?.fieldErrors ?? {})).toEqual([field]);
      expect(await show(admin)).toEqual(before);
    });
  }

  test('takes its whole row back, as it is', async ({ admin }) => {
    const row = await show(admin);
    expect((await patch(admin, row)).data()).toEqual(row);
  });

  test('logs who changed which setting, and nothing when nothing changed', async ({ admin }) => {
    await patch(admin, { timezone: 'Asia/Tokyo', retention_days: 30 });
    await patch(admin, { timezone: 'asia/tokyo' });
    const changes = await admin.everyPage<Record<string, unknown>>('/v1/changes?entity_type=project', 100);
    expect(changes.map(({ action }) => action)).toEqual(['updated', 'created']);
    expect(changes[0]).toMatchObject({
      actor: { kind: 'api_key' },
      before: { timezone: 'UTC', retention_days: null },
      after: { timezone: 'Asia/Tokyo', retention_days: 30 },
      config_version: null,
    });
  });

  test('moves no version of a config', async ({ admin }) => {
    const before = await admin.version();
    await patch(admin, { timezone: 'Asia/Tokyo', retention_days: 30 });
    expect(await admin.version()).toBe(before);
  });

  test('does not touch another project', async ({ admin }) => {
    const other = new Admin(await TestProject.create(server));
    await patch(admin, { timezone: 'Asia/Tokyo' });
    expect((await show(other)).timezone).toBe('UTC');
  });
});
