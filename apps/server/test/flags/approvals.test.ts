import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestMember } from '../harness/test-member.ts';
import { TestProject } from '../harness/test-project.ts';

let project: TestProject;
let ada: TestMember;
let grace: TestMember;
beforeAll(async () => {
  project = await TestProject.create(await TestServer.shared());
  ada = await TestMember.invited(project, 'admin');
  grace = await TestMember.invited(project, 'editor');
  const flag = { key: 'checkout', name: 'Checkout', platforms: ['web'] };
  await project.post('/v1/flags', flag, { key: project.secret });
});

const environment = '/v1/environments/production';
const requireApproval = (member: TestMember, approval: object) =>
  member.send('PATCH', environment, { body: { approval } });
const rollOut = (member: TestMember, percentage: number) =>
  member.send('PUT', '/v1/flags/checkout/rollout?environment_id=production', { body: { percentage, value: true } });
const served = async () =>
  (await project.get('/v1/config', { headers: { 'X-Device-ID': 'd' } })).data<{ flags: { checkout: boolean } }>().flags
    .checkout;

test('an edit waits for another member, who approves what was shown', async () => {
  expect((await requireApproval(grace, { required: true })).status).toBe(403);
  expect(
    (
      await project.send('PATCH', environment, {
        body: JSON.stringify({ approval: { required: true } }),
        key: project.secret,
      })
    ).status,
  ).toBe(403);
  const set = await requireApproval(ada, { required: true });
  expect([set.status, set.data()]).toMatchObject([200, { approval: { required: true, secret_keys: 'request' } }]);

  const edit = await rollOut(ada, 100);
  expect([edit.status, edit.data()]).toMatchObject([
    202,
    { change_request: { status: 'pending', origin: 'member', entity_key: 'checkout', is_outdated: false } },
  ]);
  const { id } = edit.data<{ change_request: { id: string } }>().change_request;
  expect(await served()).toBe(false);
  const path = `/v1/change-requests/${id}`;
  expect((await ada.post(`${path}/approve`, {})).status).toBe(403);
  expect((await project.post(`${path}/approve`, {}, { key: project.secret })).status).toBe(403);
  expect((await grace.get('/v1/change-requests?status=pending')).data<{ id: string }[]>().map((row) => row.id)).toEqual(
    [id],
  );
  const approved = await grace.post(`${path}/approve`, { comment: 'go' });
  expect([approved.status, approved.data()]).toMatchObject([200, { status: 'approved', decision_comment: 'go' }]);
  expect(await served()).toBe(true);
  const again = await grace.post(`${path}/approve`, {});
  expect([again.status, again.error.details?.reason]).toEqual([409, 'CHANGE_REQUEST_CLOSED']);
});

test('a request is out of date once the flag was changed; a kill needs nobody', async () => {
  const { id } = (await rollOut(ada, 30)).data<{ change_request: { id: string } }>().change_request;
  const killed = await ada.post('/v1/flags/checkout/kill?environment_id=production', { reason: 'fire' });
  expect(killed.status).toBe(200);
  expect(await served()).toBe(false);
  expect((await grace.get(`/v1/change-requests/${id}`)).data()).toMatchObject({ is_outdated: true });
  const late = await grace.post(`/v1/change-requests/${id}/approve`, {});
  expect([late.status, late.error.details?.reason]).toEqual([409, 'CHANGE_REQUEST_OUTDATED']);
  const [newest] = (await grace.get('/v1/changes?entity_type=targeting')).data<{ action: string; comment: string }[]>();
  expect(newest).toMatchObject({ action: 'killed', comment: 'Without approval' });
});

test('a setting that is none is 400, an unknown environment 404', async () => {
  for (const approval of [undefined, {}, { required: 'yes' }, { required: true, secret_keys: 'maybe' }]) {
    expect((await ada.send('PATCH', environment, { body: { approval } })).status).toBe(400);
  }
  const body = { approval: { required: true } };
  expect((await ada.send('PATCH', '/v1/environments/nowhere', { body })).status).toBe(404);
});
