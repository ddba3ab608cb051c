import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { TestProject } from '../harness/test-project.ts';

let project: TestProject;
let ada: TestMember;
beforeAll(async () => {
  project = await TestProject.create(await TestServer.shared());
  ada = await TestMember.invited(project, 'viewer');
});

const stale = { page: 'flags', name: 'Stale', search: 'status=stale' };
const namesOf = async (member: TestMember, query = '') =>
  (await member.get(`/v1/me/views${query}`)).data<{ name: string }[]>().map(({ name }) => name);

test('a member saves, renames, changes and deletes views, and sees no one else’s', async () => {
  const bob = await TestMember.invited(project, 'owner');
  const saved = await ada.post('/v1/me/views', stale);
  expect(saved.status).toBe(201);
  const { id } = saved.data<{ id: string }>();
  expect(saved.data()).toEqual({
    id,
    ...stale,
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  const taken = await ada.post('/v1/me/views', stale);
  expect([taken.status, taken.error.details?.reason]).toEqual([409, 'VIEW_NAME_EXISTS']);
  expect((await bob.post('/v1/me/views', stale)).status).toBe(201);
  await ada.post('/v1/me/views', { ...stale, page: 'people', name: 'Paying' });
  expect(await namesOf(ada)).toEqual(['Paying', 'Stale']);
  expect(await namesOf(ada, '?page=flags')).toEqual(['Stale']);
  expect(await namesOf(bob)).toEqual(['Stale']);
  const path = `/v1/me/views/${id}`;
  expect((await bob.send('PATCH', path, { body: { name: 'Mine' } })).status).toBe(404);
  expect((await bob.send('DELETE', path)).status).toBe(404);
  const changed = await ada.send('PATCH', path, { body: { name: 'Old', search: '' } });
  expect(changed.data()).toMatchObject({ id, name: 'Old', search: '' });
  expect((await ada.send('DELETE', path)).status).toBe(204);
  expect(await namesOf(ada)).toEqual(['Paying']);
});

test('views are of a project, and never of a key', async () => {
  const other = await TestProject.create(project.server);
  expect((await ada.get('/v1/me/views', { project: other.id })).status).toBe(404);
  expect((await project.get('/v1/me/views')).status).toBe(403);
});

test('what is no view is refused', async () => {
  for (const body of [{}, { ...stale, name: '' }, { ...stale, page: '../x' }, { ...stale, a: 1 }]) {
    expect([body, (await ada.post('/v1/me/views', body)).status]).toEqual([body, 400]);
  }
  expect((await ada.post('/v1/me/views', { ...stale, search: 'x'.repeat(4_001) })).status).toBe(400);
});
