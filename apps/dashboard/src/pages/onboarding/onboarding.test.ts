import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { firstArrival } from './first-event.ts';
import { readableKey } from './onboarding-key.ts';
import { curlSnippet, snippetFor, snippetKinds } from './snippets.ts';

const input = { key: 'lp_pub_production_abc', url: 'https://lamp.example' };

/** Runs a program of a snippet where `fetch` only notes what it is given. */
async function sent(
  code: string,
): Promise<{ url: string; headers: object; body: { batch: object[]; context: object } }[]> {
  const requests: { url: string; headers: object; body: { batch: object[]; context: object } }[] = [];
  const fetch = async (url: string, { headers, body }: { headers: object; body: string }) =>
    requests.push({ url, headers, body: JSON.parse(body) });
  const program = new Script(`(async () => {${code.replace(/^import .*$/gm, '')}\n})()`);
  const Platform = { OS: 'ios' };
  await program.runInNewContext({ fetch, Platform, location: { pathname: '/' }, process });
  return requests;
}

describe('snippets', () => {
  test('name the key and the address in every kind', () => {
    for (const kind of snippetKinds) {
      const { code } = snippetFor(kind, input);
      expect(code).toContain(input.key);
      expect(code).toContain(input.url);
    }
  });

  test('those in JavaScript send one event with an id of its own', async () => {
    const platforms = { browser: 'web', 'react-native': 'ios', node: 'server' } as const;
    for (const [kind, platform] of Object.entries(platforms)) {
      const requests = await sent(snippetFor(kind as keyof typeof platforms, input).code);
      expect(requests).toMatchObject([
        {
          url: 'https://lamp.example/v1/ingest',
          headers: { Authorization: `Bearer ${input.key}` },
          body: {
            batch: [
              { event: expect.stringMatching(/ (viewed|opened|started)$/), event_id: expect.stringMatching(/^\d+-/) },
            ],
            context: { device: { platform } },
          },
        },
      ]);
    }
  });

  test('nothing that is put in can end its quotes', async () => {
    const hostile = { key: "k'; rm -rf /; '", url: "http://x/\\'+alert(1)+'\u2028" };
    const { code } = snippetFor('browser', hostile);
    expect(code).not.toContain("'+alert");
    expect(await sent(code)).toMatchObject([{ url: `${hostile.url}/v1/ingest` }]);
    expect(curlSnippet(hostile)).toContain(`k'\\''; rm -rf /; '\\''`);
  });
});

describe('the first event', () => {
  const message = (told: unknown, event = 'event') => ({ event, data: JSON.stringify(told), id: undefined }) as never;

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

  test('is none while only other messages come', () => {
    expect(firstArrival([message({ count: 3 }, 'skipped')])).toBeUndefined();
  });
});

test('the key that is shown is readable, in force, and of the environment that is looked at', () => {
  const row = (part: object) => ({
    id: 'id',
    kind: 'publishable' as const,
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
