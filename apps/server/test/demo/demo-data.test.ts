import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfigData, FlagRow, ListResponse } from '../harness/admin.ts';
import { TestServer, waitUntil } from '../harness/server.ts';
import { type EventRow, TestProject } from '../harness/test-project.ts';

const entry = fileURLToPath(new URL('../../../../packages/demo-data/dist/command/main.js', import.meta.url));

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

interface Run {
  readonly code: number | null;
  readonly output: string;
}

function run(
  args: readonly string[],
  whenItSays?: { readonly text: string; readonly signal: NodeJS.Signals },
): Promise<Run> {
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let isToBeEnded = whenItSays !== undefined;
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    if (!isToBeEnded || !output.includes(whenItSays?.text ?? '')) return;
    isToBeEnded = false;
    child.kill(whenItSays?.signal);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

const until = ['--until', '2026-11-15T12:00:00Z'];
const forProject = (project: TestProject, ...more: string[]): string[] => [
  ...['--url', server.url, '--secret-key', project.secret, '--publishable-key', project.publishable],
  ...['--project', project.id, '--seed', '5', ...until, ...more],
];
const planOf = async (project: TestProject): Promise<string> =>
  (await project.get('/v1/usage')).data<{ plan: string }>().plan;

describe('a server that is filled', () => {
  const events = 4_000;
  let project: TestProject;
  let first: Run;
  beforeAll(async () => {
    project = await TestProject.create(server, 'starter');
    first = await run(
      forProject(project, '--events', `${events}`, '--operator-token', server.bootstrap.operator_token),
    );
  });
  const refused = (): number => Number(/ ([\d,]+) refused \(broken/.exec(first.output)?.[1]);
  /** Events that do not fit the demo's own schema: they are accepted, and quarantined. */
  const keptApart = async (): Promise<number> => {
    const response = await project.get('/v1/events/failed?kind=quarantined&limit=100');
    return response.data<unknown[]>().length;
  };
  const allAreThere = async (more = 0): Promise<void> => {
    await waitUntil(async () => {
      const { count } = (await project.get('/v1/events/count')).data<{ count: number }>();
      return count + (await keptApart()) === events - refused() + more;
    });
  };

  test('refuses what is broken on purpose and nothing else, and stores the rest once', async () => {
    expect(first.code, first.output).toBe(0);
    expect(first.output).toContain(`${events.toLocaleString('en')} sent`);
    expect(first.output).not.toContain('should have been accepted');
    expect(refused()).toBeGreaterThan(0);
    await allAreThere();
  });

  test('has its former plan again', async () => {
    expect(await planOf(project)).toBe('starter');
  });

  test('has the flags and experiments of the demo, in force', async () => {
    const flags = (await project.get('/v1/flags')).json as ListResponse<FlagRow>;
    expect(flags.data.map(({ key }) => key)).toContain('photo_search');
    const experiments = (await project.get('/v1/experiments')).json as ListResponse<{ key: string; status: string }>;
    expect(experiments.data.map(({ key, status }) => `${key} ${status}`).sort()).toEqual([
      'checkout_one_page running',
      'delivery_fee_display draft',
      'home_greeting running',
      'home_save_button running',
      'recipe_cards completed',
      'recipe_video_autoplay running',
      'search_ranking_aa running',
    ]);
  });

  test('has what every other page shows: a group, schemas, dashboards, releases and readable stacks', async () => {
    const [group] = (await project.get('/v1/groups')).data<{ key: string; member_count: number }[]>();
    expect(group).toMatchObject({ key: 'beta_testers', member_count: 8 });
    const schemas = (await project.get('/v1/events/schemas')).data<{ mode: string }[]>();
    expect(new Set(schemas.map(({ mode }) => mode))).toEqual(new Set(['allow', 'warn', 'quarantine']));
    const dashboards = (await project.get('/v1/dashboards?is_template=false')).data<{ name: string }[]>();
    expect(dashboards.map(({ name }) => name)).toContain('The shop');
    const releases = (await project.get('/v1/releases?limit=100')).data<{ version: string; status: string }[]>();
    expect(releases).toContainEqual(expect.objectContaining({ version: '4.11.0', status: 'rolled_back' }));
    const symbols = (await project.get('/v1/symbols')).data<{ kind: string }[]>();
    expect(new Set(symbols.map(({ kind }) => kind))).toEqual(new Set(['sourcemap', 'proguard']));
  });

  test('hands out the very flags and variants that stand in the latest events', async () => {
    const rows = (await project.get(`/v1/events?limit=100&from=2026-11-06T12:00:00Z`)).data<EventRow[]>();
    const latest = new Map<string, EventRow>();
    for (const row of rows.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)))
      latest.set(row.device_id ?? '', row);
    expect(latest.size).toBeGreaterThan(3);
    for (const [deviceId, { context }] of latest) {
      const response = await project.send('GET', '/v1/config', { headers: { 'X-Device-ID': deviceId } });
      const { flags, experiments } = response.data<ConfigData>();
      expect(context.flags).toEqual(flags);
      const variants = Object.fromEntries(
        Object.entries(experiments).map(([key, { variant_key: variant }]) => [key, variant]),
      );
      expect(context.experiments ?? {}).toEqual(variants);
    }
  });

  test('is not changed by the same story sent again', async () => {
    const again = await run(
      forProject(project, '--events', `${events}`, '--gzip', '--operator-token', server.bootstrap.operator_token),
    );
    expect(again.code, again.output).toBe(0);
    expect(again.output).not.toContain('Made ');
    const marker = await project.ingest({ batch: [{ event: 'marker' }] });
    expect(marker.status).toBe(202);
    await server.waitForCount(1, '?event=marker', project.secret);
    await allAreThere(1);
  });
});

test.concurrent('without an operator token the plan sets the pace, and it is said so', async () => {
  const project = await TestProject.create(server, 'scale');
  const { code, output } = await run(forProject(project, '--events', '300'));
  expect(code, output).toBe(0);
  expect(output).toContain(`The project's plan "scale" sets the pace: at most 300,000 events a minute.`);
});

test.concurrent('Ctrl-C ends it in order: the plan is put back, and how to go on is said', async () => {
  const project = await TestProject.create(server, 'free');
  const args = forProject(project, '--events', '40000', '--operator-token', server.bootstrap.operator_token);
  const { code, output } = await run(args, { text: 'Made ', signal: 'SIGINT' });
  expect(code, output).toBe(130);
  expect(output).toContain('--events 40000 --seed 5 --days 90 --until 2026-11-15T12:00:00.000Z');
  await waitUntil(async () => (await planOf(project)) === 'free');
});

test.concurrent('nobody there, a wrong key and a wrong project are reported in words that a stranger understands', async () => {
  const project = await TestProject.create(server, 'free');
  const nobody = await run(['--url', 'http://127.0.0.1:9', '--secret-key', 'lp_sec_x', '--events', '10']);
  expect(nobody).toEqual({
    code: 1,
    output: 'No server answers at http://127.0.0.1:9. Start it with `npm start`, or say where it is with --url.\n',
  });
  const wrongKey = await run(['--url', server.url, '--secret-key', 'lp_sec_production_wrong', '--events', '10']);
  expect(wrongKey.code).toBe(1);
  expect(wrongKey.output).toMatch(/^The server at \S+ does not know the secret key: [^\n]+\n$/);
  const token = ['--operator-token', server.bootstrap.operator_token];
  const other = await run([...forProject(project, '--events', '10', ...token), '--project', 'default']);
  expect(other.code).toBe(1);
  expect(other.output).toContain('The key belongs to another project than "default"');
  expect((await server.json<{ data: { plan: string } }>('/v1/usage')).data.plan).toBe('scale');
});
