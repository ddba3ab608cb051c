import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readArguments } from './read-arguments.ts';

const directory = mkdtempSync(join(tmpdir(), 'demo-data-'));
afterAll(() => rmSync(directory, { recursive: true }));

const nowMs = Date.parse('2026-11-15T12:00:00Z');
const read = (...args: string[]) => readArguments(args, {}, nowMs);
const withKey = (...args: string[]) => read('--secret-key', 'lp_sec_x', ...args);

test('a secret key is enough; everything else has a default', () => {
  expect(withKey()).toEqual({
    events: 200_000,
    seed: 1,
    untilMs: nowMs,
    days: 90,
    url: 'http://127.0.0.1:8080',
    secretKey: 'lp_sec_x',
    sendingKey: 'lp_sec_x',
    operatorToken: undefined,
    project: 'default',
    parallel: 16,
    isGzip: false,
  });
});

test('a bootstrap file brings address, keys, operator token and project; what is said on the command line wins', () => {
  const file = join(directory, 'bootstrap.json');
  const keys = { production: { secret: 'lp_sec_a', publishable: 'lp_pub_a' } };
  const bootstrap = { base_url: 'http://127.0.0.1:9/', operator_token: 'lpop_a', project: { id: 'p-1' }, keys };
  writeFileSync(file, JSON.stringify(bootstrap));
  expect(read('--bootstrap-file', file)).toMatchObject({
    url: 'http://127.0.0.1:9',
    secretKey: 'lp_sec_a',
    sendingKey: 'lp_pub_a',
    operatorToken: 'lpop_a',
    project: 'p-1',
  });
  expect(read('--bootstrap-file', file, '--url', 'https://x.example', '--secret-key', 'lp_sec_b')).toMatchObject({
    url: 'https://x.example',
    secretKey: 'lp_sec_b',
  });
});

test('keys may come from the environment, so that they need not stand in the history of a shell', () => {
  const env = { LP_SECRET_KEY: 'lp_sec_e', LP_PUBLISHABLE_KEY: 'lp_pub_e', LP_OPERATOR_TOKEN: 'lpop_e' };
  expect(readArguments([], env, nowMs)).toMatchObject({
    secretKey: 'lp_sec_e',
    sendingKey: 'lp_pub_e',
    operatorToken: 'lpop_e',
  });
});

test('numbers may be written short', () => {
  expect(withKey('--events', '200k')?.events).toBe(200_000);
  expect(withKey('--events', '5M')?.events).toBe(5_000_000);
  expect(withKey('--events', '1_000')?.events).toBe(1_000);
});

test('help is not an error', () => {
  expect(read('--help')).toBeUndefined();
});

const wrong: { name: string; args: string[]; says: RegExp }[] = [
  { name: 'no key', args: [], says: /secret key/ },
  { name: 'no number of events', args: ['--secret-key', 'k', '--events', 'many'], says: /--events .* "many"/ },
  { name: 'an empty number', args: ['--secret-key', 'k', '--events', '_'], says: /--events/ },
  { name: 'too short a period', args: ['--secret-key', 'k', '--days', '3'], says: /from 7 to 3650/ },
  { name: 'an end that is no time', args: ['--secret-key', 'k', '--until', 'soon'], says: /--until .* "soon"/ },
  { name: 'an address that is none', args: ['--secret-key', 'k', '--url', 'here'], says: /--url .* "here"/ },
  { name: 'an option that does not exist', args: ['--evnets', '1'], says: /--evnets[\s\S]*npm run demo-data/ },
  {
    name: 'a file that is not there',
    args: ['--bootstrap-file', '/nowhere.json'],
    says: /nowhere\.json cannot be read/,
  },
];
for (const { name, args, says } of wrong) {
  test(`${name} is reported in words`, () => {
    expect(() => read(...args)).toThrow(says);
    expect(() => read(...args)).toThrow(expect.objectContaining({ name: 'CommandFailed', exitCode: 2 }));
  });
}
