import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestServer, waitUntil } from '../harness/server.ts';
import type { GuideShell } from './guide-shell.ts';

interface Stage {
  readonly server: TestServer;
  readonly shell: GuideShell;
}

async function send({ server, shell }: Stage, method: string, path: string, body: object): Promise<void> {
  const response = await server.request(path, { method, body: JSON.stringify(body), key: shell.secretKey });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
}

const flag = (stage: Stage, key: string, more: object = {}): Promise<void> =>
  send(stage, 'POST', '/v1/flags', { key, name: key, platforms: ['web'], ...more });

async function experiment(stage: Stage, other: string): Promise<void> {
  await send(stage, 'POST', '/v1/experiments', {
    key: 'button_colour',
    name: 'Button colour',
    variants: [
      { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
      { key: other, name: other, weight: 50 },
    ],
    metrics: [{ event_name: 'purchase', metric_type: 'conversion', is_primary: true }],
  });
}

const events = (stage: Stage, batch: readonly object[]): Promise<void> => send(stage, 'POST', '/v1/ingest', { batch });

const sourceMap = '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}';
const mapping = 'com.acme.Cart -> a.a:\n    1:1:void pay():42:42 -> a\n';

/** What a reader of the page has before its first command: things that it speaks of, and files of theirs. */
export const prepare: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
  'experiment-traffic.md': async (stage) => {
    await experiment(stage, 'blue');
    await flag(stage, 'button_colour', { value_type: 'string', default_value: 'grey' });
    await send(stage, 'POST', '/v1/groups', { key: 'staff', name: 'Staff' });
  },
  'experiments.md': async (stage) => {
    await experiment(stage, 'blue');
    await send(stage, 'POST', '/v1/experiments/button_colour/start', {});
  },
  'rollouts.md': (stage) => flag(stage, 'new_checkout'),
  'privacy.md': async (stage) => {
    await events(stage, [{ event: 'opened', event_id: 'a', context: { user: { id: 'ada' } } }]);
    await waitUntil(async () => (await stage.server.request('/v1/people/ada', { key: stage.shell.secretKey })).ok);
  },
  'schemas.md': async (stage) => {
    const schema = { properties: { type: 'object', required: ['items'] }, mode: 'quarantine', status: 'implemented' };
    await send(stage, 'PUT', '/v1/events/schemas/checkout_started', schema);
    await events(stage, [
      { event: 'checkout_started', event_id: 'a' },
      { event: 'checkout_started', event_id: 'b', properties: { items: 1 } },
    ]);
    const path = '/v1/events/failed?kind=quarantined';
    const failed = async () =>
      (await stage.server.json<{ data: { id: string }[] }>(path, { key: stage.shell.secretKey })).data.map(
        ({ id }) => id,
      );
    await waitUntil(async () => (await failed()).length === 1);
    stage.shell.set('ID', (await failed())[0] ?? '');
  },
  'symbols.md': async ({ shell }) => {
    await mkdir(join(shell.folder, 'dist/assets'), { recursive: true });
    await writeFile(join(shell.folder, 'dist/assets/app.js.map'), sourceMap);
    await writeFile(join(shell.folder, 'mapping.txt'), mapping);
  },
  'move-from-firebase.md': ({ shell }) => writeFile(join(shell.folder, 'mapping.txt'), mapping),
  'move-from-sentry.md': async ({ shell }) => {
    await mkdir(join(shell.folder, 'dist'), { recursive: true });
    await writeFile(join(shell.folder, 'dist/app.js.map'), sourceMap);
  },
};
