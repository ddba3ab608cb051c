import { expect, test } from 'vitest';
import { translatePosthog } from './translate-posthog.ts';

const receivedAtMs = Date.parse('2026-11-17T02:00:00.000Z');
const translate = (...events: readonly unknown[]) => translatePosthog({ events }, receivedAtMs);
const one = (event: object) => translate(event).events?.[0];

/** As posthog-js says it of a browser in which nobody has signed in. */
const anonymous = { token: 'key', distinct_id: 'd1', $device_id: 'd1', $is_identified: false, $lib: 'web' };

test('before sign-in the distinct id is an anonymous id, afterwards a user, and identify links both', () => {
  const identified = { ...anonymous, distinct_id: 'u1', $is_identified: true };
  expect(one({ event: 'a', properties: anonymous })).toMatchObject({ context: { user: { anonymous_id: 'd1' } } });
  expect(one({ event: 'a', properties: identified })).toMatchObject({
    context: { user: { id: 'u1', anonymous_id: 'd1' } },
  });
  const identify = { ...identified, $anon_distinct_id: 'd0', $set: { plan: 'pro' }, $set_once: { since: 1 } };
  expect(one({ event: '$identify', properties: identify })).toMatchObject({
    type: 'identify',
    properties: { plan: 'pro', since: 1 },
    context: { user: { id: 'u1', anonymous_id: 'd0' } },
  });
});

test('the key and the address are dropped, flags become context, other properties keep their names', () => {
  const properties = { ...anonymous, $ip: '203.0.113.9', '$feature/theme': 'dark', $current_url: 'https://x/', n: 1 };
  expect(one({ event: '$pageview', uuid: 'e1', timestamp: '2026-11-17T01:00:00Z', properties })).toEqual({
    type: 'page',
    event: '$pageview',
    event_id: 'e1',
    timestamp: '2026-11-17T01:00:00Z',
    properties: { $device_id: 'd1', $is_identified: false, $lib: 'web', $current_url: 'https://x/', n: 1 },
    context: {
      user: { anonymous_id: 'd1' },
      device: { id: 'd1', platform: 'web' },
      sdk: { name: 'web' },
      flags: { theme: 'dark' },
    },
  });
});

test.each([
  ['an offset', { offset: 60_000 }, '2026-11-17T01:59:00.000Z'],
  ['neither', {}, undefined],
])('the time of an event with %s', (_, when, expected) => {
  expect(one({ event: 'a', ...when })?.timestamp).toBe(expected);
});

test('recordings are ignored, exceptions are crashes, and what is no event is passed on to be rejected', () => {
  const exception = { $exception_list: [{ type: 'TypeError', value: 'boom' }], $lib: 'web', distinct_id: 'u1' };
  const translated = translate({ event: '$snapshot' }, 7, { event: '$exception', uuid: 'e1', properties: exception });
  expect(translated).toMatchObject({
    ignored: 1,
    events: [{ event: 'unknown', type: 'unreadable' }],
    crashes: [{ platform: 'web', exception_type: 'TypeError', event_id: 'e1', user_id: 'u1' }],
  });
});
