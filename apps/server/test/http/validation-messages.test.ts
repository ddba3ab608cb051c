import { beforeAll, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { TestProject } from '../harness/test-project.ts';

let server: TestServer;
let project: TestProject;
beforeAll(async () => {
  server = await TestServer.shared();
  project = await TestProject.create(server);
});

const wrong: readonly (readonly [path: string, body: object, field: string, sentence: string])[] = [
  ['/v1/members', { email: 'ada', role: 'viewer' }, 'email', 'must be an email address such as ada@example.org'],
  [
    '/v1/flags',
    { key: 'New Flag', name: 'N', platforms: ['web'] },
    'key',
    'must start with a lowercase letter and have 2 to 128 lowercase letters, digits and underscores',
  ],
  [
    '/v1/groups',
    { key: '1st', name: 'N' },
    'key',
    'must start with a lowercase letter and have at most 128 lowercase letters, digits, underscores and hyphens',
  ],
  [
    '/v1/environments',
    { slug: 'QA', name: 'N' },
    'slug',
    'must start with a lowercase letter and have at most 32 lowercase letters, digits and hyphens',
  ],
  ['/v1/releases', { version: '1\n', platform: 'ios' }, 'version', 'must not contain control characters'],
  [
    '/v1/insights/query',
    { query: { kind: 'funnel', steps: ['a', 'b'], conversionWindow: '1w', range: { kind: 'relative', last: '7d' } } },
    'query.conversionWindow',
    'must be a number of days, hours or minutes such as 7d, 24h or 30m',
  ],
];
for (const [path, body, field, sentence] of wrong) {
  test(`a pattern reaches a person: ${field} of ${path}`, async () => {
    const response = await project.post(path, body, { key: project.secret });
    expect([response.status, response.error.details?.fieldErrors]).toEqual([400, { [field]: [sentence] }]);
    expect(response.error.message).toBe(`${field}: ${sentence}`);
  });
}

test('a pattern of a query reaches a person', async () => {
  const response = await project.get('/v1/flags?cursor=first');
  const sentence = 'must be a UUID such as 018f2f6e-7c1a-7000-8000-000000000001';
  expect([response.status, response.error.details?.fieldErrors]).toEqual([400, { cursor: [sentence] }]);
});

for (const limit of ['1e400', '-1e400', 'Infinity', 'NaN']) {
  test(`a limit of ${limit} is refused, not asked of the store`, async () => {
    for (const path of ['/v1/alerts', '/v1/events', '/v1/flags']) {
      const response = await project.get(`${path}?limit=${limit}`);
      expect([path, response.status, Object.keys(response.error.details?.fieldErrors ?? {})]).toEqual([
        path,
        400,
        ['limit'],
      ]);
    }
  });
}
