import { mkdir, stat, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Lamppost, tooWide, Workspace, waitUntil } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 120_000 });

let lamppost: Lamppost;

beforeAll(async () => {
  lamppost = await Lamppost.start();
  lamppost.at.env.LP_OPERATOR_TOKEN = lamppost.bootstrap.operator_token;
});
afterAll(() => lamppost.dispose());

describe('login and profiles', () => {
  test('email and password become a key of this machine, which only its owner can read', async () => {
    const at = await Workspace.create();
    const { email, password } = lamppost.bootstrap.owner;
    const { code, out } = await at.run(['login', '--url', lamppost.url, '--email', email, '--password-stdin'], {
      input: `${password}\n`,
    });
    expect(code).toBe(0);
    expect(out).toContain(`Logged in to ${lamppost.url} with a secret key for production.`);
    const file = at.path('.config/lamppost/profiles.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await at.ok('flags', 'list')).toContain('No flags.');
    await at.run(['login', '--url', lamppost.url, '--profile', 'dev', '--key', '-'], { input: lamppost.keys.dev });
    expect(await at.ok('profiles', 'list')).toMatch(
      /^ +NAME +URL +KEY\n +default .* secret, production\n\* +dev .* dev, production\n$/,
    );
    expect(await at.ok('profiles', 'use', 'default')).toBe('Using default.\n');
    expect((await at.run(['send', 'x', '--profile', 'dev'])).code).toBe(4);
    await at.ok('profiles', 'remove', 'dev');
    expect((await at.run(['flags', 'list', '--profile', 'dev'])).code).toBe(2);
    await at.remove();
  });

  test('a wrong password is refused, and nothing is kept', async () => {
    const at = await Workspace.create();
    const { code } = await at.run(['login', '--url', lamppost.url, '--email', 'owner@localhost', '--password-stdin'], {
      input: 'wrong-password',
    });
    expect(code).toBe(4);
    expect(await at.ok('profiles', 'list')).toBe('No profiles. Create one: lamppost login\n');
    await at.remove();
  });
});

describe('keys, projects, members, users', () => {
  test('a key is created, used, listed and revoked', async () => {
    const { at } = lamppost;
    const key = (await at.ok('keys', 'create', 'codegen in CI', '--kind', 'dev')).trim();
    expect(key).toMatch(/^lp_dev_production_/);
    expect((await at.run(['flags', 'list'], { env: { LP_KEY: key } })).code).toBe(0);
    const list = await at.ok('keys', 'list');
    expect(tooWide(list)).toEqual([]);
    expect(list).toMatch(/^ENDS IN +KIND +ENVIRONMENT +SCOPE +LAST USED +NAME\n/);
    expect(await at.ok('keys', 'revoke', key.slice(-4), '--yes')).toBe('Revoked the dev key "codegen in CI".\n');
    const after = await at.run(['flags', 'list'], { env: { LP_KEY: key } });
    expect(after).toMatchObject({ code: 4, err: expect.stringContaining('was revoked') });
  });

  test('a project is created with its keys; a slug that is taken says so', async () => {
    const { at } = lamppost;
    const created = await at.ok('projects', 'create', 'shop', '--name', 'Shop', '--plan', 'growth');
    expect(tooWide(created)).toEqual([]);
    expect(created.match(/lp_(pub|sec|dev)_/g)).toHaveLength(6);
    const taken = await at.run(['projects', 'create', 'shop']);
    expect(taken).toMatchObject({ code: 6, err: expect.stringContaining('Choose another slug') });
    expect(await at.ok('projects', 'set', 'shop', '--plan', 'scale')).toBe('shop: Shop, plan scale.\n');
    expect(await at.ok('projects', 'list')).toMatch(/\nshop +Shop +scale +forever +\d{4}/);
  });

  test('somebody is invited; members have roles', async () => {
    const { at } = lamppost;
    const link = await at.ok('members', 'invite', 'ada@example.org', '--role', 'editor');
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invitations#lpi_/);
    expect(await at.ok('members', 'list')).toMatch(/\nowner@localhost +owner /);
    const last = await at.run(['members', 'role', 'owner@localhost', 'viewer']);
    expect(last.code).not.toBe(0);
    expect((await at.run(['members', 'remove', 'nobody@example.org', '--yes'])).code).toBe(5);
  });

  test('a user is exported and erased, and only with --yes', async () => {
    const { at } = lamppost;
    await at.ok('send', 'hello', '--user', 'u-42');
    await lamppost.waitForEvents(1);
    await at.ok('users', 'export', 'u-42', '--output', 'u-42.json');
    expect(await at.read('u-42.json')).toContain('"hello"');
    expect((await at.run(['users', 'erase', 'u-42'])).code).toBe(2);
    expect(await at.ok('users', 'erase', 'u-42', '--yes')).toMatch(/^Erasing u-42: job \S+ is (queued|running)\.\n$/);
  });
});

describe('symbols and releases', () => {
  test('maps of a folder are uploaded once; a broken one is named', async () => {
    const { at } = lamppost;
    await mkdir(at.path('dist/assets'), { recursive: true });
    const map = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA', sourcesContent: ['x'] };
    await writeFile(at.path('dist/assets/app.js.map'), JSON.stringify(map));
    expect(await at.ok('symbols', 'upload', 'dist', '--release', '1.4.0')).toBe(
      'Uploaded 1 symbol file; 0 already uploaded.\n',
    );
    expect(await at.ok('symbols', 'upload', 'dist', '--release', '1.4.0')).toBe(
      'Uploaded 0 symbol files; 1 already uploaded.\n',
    );
    expect(await at.ok('symbols', 'list')).toMatch(/\nsourcemap +1\.4\.0 +assets\/app\.js /);
    await writeFile(at.path('dist/assets/broken.js.map'), '{"version": 3, "mapp');
    const broken = await at.run(['symbols', 'upload', 'dist', '--release', '1.4.0']);
    expect(broken).toMatchObject({ code: 7, err: expect.stringContaining('dist/assets/broken.js.map: ') });
    expect((await at.run(['symbols', 'upload', 'nothing'])).err).toContain('nothing could not be read');
  });

  test('a release is registered with its commit', async () => {
    const { at } = lamppost;
    const commit = 'abcdef1234567890';
    expect(await at.ok('releases', 'create', '1.4.0', '--status', 'active', '--commit', commit)).toBe(
      '1.4.0 (web) is active, commit abcdef123456.\n',
    );
    const list = await at.ok('releases', 'list');
    expect(tooWide(list)).toEqual([]);
    expect(list).toMatch(/\n1\.4\.0 +web +active /);
  });
});

/** Forty people see each variant; of the grey ones ten buy, of the blue ones twenty. */
function exposures(): object[] {
  const person = (variant: string, index: number) => ({
    user: { id: `${variant}-${index}` },
    device: { platform: 'web' },
  });
  return ['grey', 'blue'].flatMap((variant) => [
    ...Array.from({ length: 40 }, (_, index) => ({
      event: '$experiment_exposure',
      properties: { experiment_key: 'button_colour', variant_key: variant },
      context: person(variant, index),
    })),
    ...Array.from({ length: variant === 'grey' ? 10 : 20 }, (_, index) => ({
      event: 'purchase',
      context: person(variant, index),
    })),
  ]);
}

describe('experiments', () => {
  test('an experiment is started, paused, resumed and completed', async () => {
    const { at } = lamppost;
    await lamppost.ask('/v1/experiments', {
      key: 'button_colour',
      name: 'Button colour',
      variants: [
        { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
        { key: 'blue', name: 'Blue', weight: 50 },
      ],
      metrics: [{ event_name: 'purchase', metric_type: 'conversion', is_primary: true }],
    });
    expect(await at.ok('experiments', 'start', 'button_colour')).toContain('is running: 10 % of traffic');
    await at.ok('experiments', 'pause', 'button_colour');
    await at.ok('experiments', 'start', 'button_colour');
    for (const batch of [exposures().slice(0, 60), exposures().slice(60)]) await lamppost.ask('/v1/ingest', { batch });
    await waitUntil(async () => {
      const found = await lamppost.ask<{ count: number }>('/v1/events/count?event=purchase');
      return found.count === 30;
    });
    const results = await at.ok('experiments', 'results', 'button_colour', '--by', 'platform');
    expect(tooWide(results.slice(results.indexOf('VARIANT')))).toEqual([]);
    expect(results).toMatch(/\nVARIANT +UNITS +EXPECTED\ngrey \(control\) +40 +40\nblue +40 +40\n/);
    expect(results).toMatch(/\nconversion of purchase \(primary\)\nVARIANT +UNITS +VALUE +LIFT +INTERVAL +STATUS\n/);
    expect(results).toMatch(/\nblue +40 +50\.00 % +\+100\.0 % /);
    expect(results).toContain('\nplatform = web\n');
    const list = await at.ok('experiments', 'list');
    expect(tooWide(list)).toEqual([]);
    expect(list).toMatch(/\nbutton_colour +running +10 % +grey, blue +just now +–\n/);
    expect((await at.run(['experiments', 'complete', 'button_colour', '--winner', 'red', '--yes'])).code).toBe(7);
    expect(await at.ok('experiments', 'complete', 'button_colour', '--winner', 'blue', '--yes')).toContain('"blue"');
    const again = await at.run(['experiments', 'start', 'button_colour']);
    expect(again).toMatchObject({ code: 6, err: expect.stringContaining('the experiment is completed') });
    expect((await at.run(['experiments', 'results', 'nothing'])).code).toBe(5);
  });
});

describe('backup, restore and doctor', () => {
  test('a backup is waited for, listed, and restored into a new directory', async () => {
    const { at } = lamppost;
    const done = await at.ok('backup');
    const name = /^Backup (\S+) is complete: /.exec(done)?.[1] ?? '';
    expect(await at.ok('backup', 'list')).toContain(name);
    const restored = await at.ok('restore', '--from', `data/backups/${name}`, '--data-dir', 'restored');
    expect(restored).toContain('Start with: lamppost serve --data-dir restored');
    const again = await at.run(['restore', '--from', `data/backups/${name}`, '--data-dir', 'restored']);
    expect(again.code).toBe(1);
    const reset = await at.json<{ password: string }>(
      'reset-password',
      '--email',
      'owner@localhost',
      '--data-dir',
      'restored',
    );
    expect(reset.password).toMatch(/^\S{12,}$/);
  });

  test('doctor finds nothing wrong with a good installation, and names what is wrong with others', async () => {
    const { at } = lamppost;
    const good = await at.ok('doctor', '--data-dir', 'data');
    expect(good).toContain('✓ Events are accepted');
    expect(good).toContain('✓ The secret key of LP_KEY works for production');
    expect(good).not.toContain('✗');
    const other = await at.run(['doctor', '--data-dir', '.', '--url', 'http://127.0.0.1:9']);
    expect(other.code).toBe(1);
    expect(other.out).toContain('✗ Cannot reach http://127.0.0.1:9');
    expect(other.out).toContain('✗ . is not a Lamppost data directory\n  → Set the data directory');
    const findings = JSON.parse((await at.run(['doctor', '--json', '--key', lamppost.keys.dev.slice(0, -1)])).out) as {
      level: string;
      fix?: string;
    }[];
    expect(findings.find(({ level }) => level === 'problem')?.fix).toContain('checksum');
  });
});
