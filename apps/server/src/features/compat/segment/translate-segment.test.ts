import { expect, test } from 'vitest';
import { translateSegment } from './translate-segment.ts';

const translate = (message: object) => translateSegment({ batch: [message] }).events?.[0];

/** As analytics.js says it. */
const context = {
  ip: '203.0.113.9',
  userAgent: 'x',
  locale: 'en-US',
  timezone: 'Europe/Vienna',
  page: { path: '/cart' },
  campaign: { source: 'mail' },
  library: { name: 'analytics.js', version: 'npm:next-1.84.3' },
};

test('what a message says of its page, its app and its device is context; its address is not kept', () => {
  const message = { type: 'track', event: 'bought', messageId: 'm1', anonymousId: 'a1', timestamp: 't', context };
  expect(translate(message)).toEqual({
    type: 'track',
    event: 'bought',
    event_id: 'm1',
    timestamp: 't',
    context: {
      user: { anonymous_id: 'a1' },
      device: { platform: 'web', locale: 'en-US', timezone: 'Europe/Vienna' },
      sdk: { name: 'analytics.js', version: 'npm:next-1.84.3' },
      page: { path: '/cart' },
      attribution: { source: 'mail' },
    },
  });
});

test.each([
  [
    'alias',
    { previousId: 'a0', userId: 'u1' },
    { type: 'identify', context: { user: { id: 'u1', anonymous_id: 'a0' } } },
  ],
  ['group', { groupId: 5, traits: { seats: 2 } }, { type: 'group', properties: { seats: 2, group_id: 5 } }],
  ['page', { name: 'Home', properties: { a: 1 } }, { type: 'page', properties: { a: 1, name: 'Home' } }],
  ['teleport', {}, { type: 'teleport', event: 'unknown' }],
])('a message of type %s', (type, members, expected) => {
  expect(translate({ type, ...members })).toMatchObject(expected);
});

test('an id that is too long for an event becomes the same UUID every time', () => {
  const message = { type: 'track', event: 'a', messageId: 'x'.repeat(200) };
  const id = translate(message)?.event_id;
  expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(translate(message)?.event_id).toBe(id);
});

test('an address for one message says its type', () => {
  expect(translateSegment({ event: 'bought', writeKey: 'key' }, 'track').events).toEqual([
    { type: 'track', event: 'bought' },
  ]);
});
