import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { firstArrival } from './first-event.ts';
import { readableKey } from './onboarding-key.ts';
import { curlSnippet, type SnippetInput, type SnippetKind, snippetFor, snippetKinds } from './snippets.ts';

const input = {
  key: 'lp_pub_production_abc',
  secretKey: 'lp_sec_production_xyz',
  url: 'https://lamp.example',
  sdkPaths: { '@lamppost/browser': '/sdk/browser-1.2.3.tgz' },
};
const programKinds = ['browser', 'react-native', 'node'] as const;

/** What a program of a snippet makes a client with, and tracks. That it works with the SDK is shown in a browser. */
function run(kind: SnippetKind, given: SnippetInput) {
  const program = snippetFor(kind, given).parts.find(({ language }) => language === 'js')?.code ?? '';
  const made: object[] = [];
  const tracked: string[] = [];
  const createLamppost = (options: object) => {
    made.push(options);
    return { track: (name: string) => tracked.push(name) };
  };
  const env = { LAMPPOST_SECRET_KEY: given.secretKey };
  new Script(program.replace(/^import .*$/gm, '').replace('export ', '')).runInNewContext({
    createLamppost,
    AsyncStorage: {},
    process: { env },
  });
  return { made, tracked };
}

describe('snippets', () => {
  test('name the address and the key in every kind: servers take the secret one, apps never', () => {
    for (const kind of snippetKinds) {
      const code = snippetFor(kind, input).parts.map((part) => part.code);
      expect(code.join()).toContain(input.url);
      expect(code.join().includes(input.secretKey)).toBe(kind === 'node');
      expect(code.join().includes(input.key)).toBe(kind !== 'node');
    }
  });

  test('install the package that they import', () => {
    for (const kind of programKinds) {
      const [install, program] = snippetFor(kind, input).parts;
      const imported = [...(program?.code ?? '').matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
      expect(install?.alternative?.code).toBe(`npm install ${imported.join(' ')}`);
    }
  });

  test('install it from this server: the version that it has, or what it leads to from a name', () => {
    const lines = programKinds.map((kind) => snippetFor(kind, input).parts[0]?.code);
    expect(lines).toEqual([
      'npm install https://lamp.example/sdk/browser-1.2.3.tgz',
      'npm install https://lamp.example/sdk/react-native.tgz @react-native-async-storage/async-storage',
      'npm install https://lamp.example/sdk/node.tgz',
    ]);
  });

  test('those in JavaScript make a client and track one event', () => {
    for (const kind of programKinds) {
      const key = kind === 'node' ? input.secretKey : input.key;
      expect(run(kind, input)).toMatchObject({ made: [{ key, url: input.url }], tracked: ['hello'] });
    }
  });

  test('the script tag can be used before the script is there, and throws nothing when it never comes', () => {
    const [program = ''] =
      /(?<=<script>)[\s\S]*?(?=<\/script>)/.exec(snippetFor('script-tag', input).parts[0]?.code ?? '') ?? [];
    const page: { lamppost?: { flag(key: string, fallback: string): string; length: number } } = {};
    new Script(program).runInNewContext({
      window: page,
      Promise,
      setTimeout: () => 0,
      get lamppost() {
        return page.lamppost;
      },
    });
    expect(page.lamppost?.flag('banner', 'fallback')).toBe('fallback');
    // What waits for the client, and the call.
    expect(page.lamppost).toHaveLength(2);
  });

  test('nothing that is put in can end its quotes', () => {
    const hostile = {
      key: "k'; rm -rf /; '",
      secretKey: "s'; rm -rf /; '",
      url: "http://x/\\'+alert(1)+'\u2028</script>",
      sdkPaths: { '@lamppost/node': "/sdk/'; rm -rf /; '" },
    };
    for (const kind of programKinds) {
      const [install, ...parts] = snippetFor(kind, hostile).parts;
      const code = parts.map((part) => part.code);
      expect(code.join()).not.toContain("'+alert");
      expect(code.join()).not.toContain('</script>');
      const printing = install?.code.replace('npm install', `printf '%s\n'`) ?? '';
      const [installed] = execFileSync('sh', ['-c', printing], { encoding: 'utf8' }).split('\n');
      expect(installed).toBe(
        `${hostile.url}${kind === 'node' ? hostile.sdkPaths['@lamppost/node'] : `/sdk/${kind}.tgz`}`,
      );
      expect(run(kind, hostile).made).toMatchObject([{ url: hostile.url }]);
    }
    const tag = snippetFor('script-tag', { ...hostile, key: 'k" onload="alert(1)' }).parts[0]?.code ?? '';
    expect(tag).toContain('data-key="k&#34; onload=&#34;alert(1)"');
    expect(tag.match(/<\/script>/g)).toHaveLength(2);
    expect(curlSnippet(hostile)).toContain(`k'\\''; rm -rf /; '\\''`);
    expect(snippetFor('node', hostile).parts.at(-1)?.code).toContain(`s'\\''; rm -rf /; '\\''`);
  });
});

describe('the first event', () => {
  const message = (reported: unknown, event = 'event') =>
    ({ event, data: JSON.stringify(reported), id: undefined }) as never;

  test('is the first that was stored, or the first that was refused when none was', () => {
    const refused = message({ status: 'rejected', event: 'bad', reason: 'NAME_TOO_LONG', raw: { event: 'bad' } });
    const stored = message({ status: 'stored', event: 'hello', properties: { a: 1 } });
    expect(firstArrival([refused, stored])).toMatchObject({ status: 'stored', name: 'hello' });
    expect(firstArrival([refused])).toEqual({
      status: 'refused',
      name: 'bad',
      reason: 'NAME_TOO_LONG',
      event: { event: 'bad' },
    });
  });

  test('is what somebody tracked, when an SDK tells of things beside it', () => {
    const [session, hello] = ['$session_start', 'hello'].map((event) => message({ status: 'stored', event }));
    expect(firstArrival([session as never, hello as never])).toMatchObject({ name: 'hello' });
    expect(firstArrival([session as never])).toMatchObject({ name: '$session_start' });
  });

  test('is none while only other messages come', () => {
    expect(firstArrival([message({ count: 3 }, 'skipped')])).toBeUndefined();
  });
});

test('the key that is shown is readable, in force, and of the environment that is looked at', () => {
  const row = (part: object) => ({
    id: 'id',
    kind: 'publishable' as const,
    scope: null,
    environment_id: 'prod',
    name: 'k',
    hint: 'abcd',
    key: 'lp_pub_1',
    last_used_at: null,
    revoked_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
    ...part,
  });
  const newer = row({ key: 'lp_pub_2', created_at: '2026-02-01T00:00:00.000Z' });
  expect(readableKey([row({}), newer], 'prod')).toBe('lp_pub_2');
  const none = [
    row({ revoked_at: '2026-01-02T00:00:00.000Z' }),
    row({ environment_id: 'dev' }),
    row({ kind: 'secret', key: null }),
    row({ key: null }),
  ];
  expect(readableKey(none, 'prod')).toBeUndefined();
});
