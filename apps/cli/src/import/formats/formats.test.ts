import type { JsonObject } from '@lamppost/protocol';
import { describe, expect, test } from 'vitest';
import { detectFormat } from './detect-format.ts';
import { FieldLog } from './field-log.ts';
import { mapAmplitude } from './map-amplitude.ts';
import { mapEvents } from './map-events.ts';
import { mapMixpanel } from './map-mixpanel.ts';
import { mapPosthog } from './map-posthog.ts';
import { mapSegment } from './map-segment.ts';
import { mapTable } from './map-table.ts';
import type { Mapped, MapRow } from './mapped-event.ts';
import { readTime } from './read-time.ts';

const map = (mapRow: MapRow, row: JsonObject): Mapped => mapRow(row, new FieldLog());

describe('PostHog', () => {
  const row = {
    uuid: '018f1c4e-0003-7000-8000-000000000003',
    event: 'paid',
    distinct_id: 'u-1',
    person_id: 'p',
    timestamp: '2026-11-01T10:02:00.123456+00:00',
    created_at: '2026-11-01T10:02:01.000000+00:00',
    properties: {
      $device_id: 'dev-1',
      $os: 'Mac OS X',
      $pathname: '/buy',
      '$feature/new': true,
      $ip: '1.2.3.4',
      amount: 5,
    },
    person_properties: { plan: 'pro' },
  };
  const expected = {
    event: 'paid',
    event_id: row.uuid,
    timestamp: '2026-11-01T10:02:00.123Z',
    properties: { amount: 5, path: '/buy' },
    context: {
      device: { os_name: 'Mac OS X' },
      flags: { new: true },
      user: { id: 'u-1', anonymous_id: 'dev-1' },
      traits: { plan: 'pro' },
    },
  };

  test('an event of JSON lines keeps its id and time', () => {
    expect(map(mapPosthog, row)).toEqual({ event: expected });
  });

  test('the same event of Parquet, where JSON is text and times have no zone, is the same', () => {
    const text = (value: object): string => JSON.stringify(value);
    const parquet = {
      ...row,
      timestamp: '2026-11-01 10:02:00.123456',
      properties: text(row.properties),
      person_properties: text(row.person_properties),
    };
    expect(map(mapPosthog, parquet)).toEqual({ event: expected });
  });

  test('what a device did before anybody signed in has no user', () => {
    const pageview = { ...row, event: '$pageview', distinct_id: 'dev-1' };
    expect(map(mapPosthog, pageview)).toMatchObject({
      event: { type: 'page', context: { user: { anonymous_id: 'dev-1' } } },
    });
    expect(JSON.stringify(map(mapPosthog, pageview))).not.toContain('"id":');
  });

  test('identify and alias link the anonymous id, other names of PostHog get its name in front', () => {
    const identify = { ...row, event: '$identify', properties: { $anon_distinct_id: 'dev-9', $set: { plan: 'pro' } } };
    expect(map(mapPosthog, identify)).toMatchObject({
      event: { type: 'identify', properties: { plan: 'pro' }, context: { user: { id: 'u-1', anonymous_id: 'dev-9' } } },
    });
    const alias = { ...row, event: '$create_alias', properties: { alias: 'dev-8' } };
    expect(map(mapPosthog, alias)).toMatchObject({
      event: { type: 'identify', properties: {}, context: { user: { id: 'u-1', anonymous_id: 'dev-8' } } },
    });
    expect(map(mapPosthog, { ...row, event: '$autocapture' })).toMatchObject({
      event: { event: 'posthog_autocapture' },
    });
    expect(map(mapPosthog, { ...row, event: '$snapshot' })).toEqual({ skipped: 'a part of a session recording' });
  });
});

describe('Mixpanel', () => {
  const properties = {
    time: 1730455320,
    distinct_id: 'u-1',
    $insert_id: 'i-1',
    $device_id: 'd-1',
    mp_country_code: 'DE',
    amount: 5,
  };

  test('an event has the time of its properties, in seconds or milliseconds', () => {
    const expected = {
      event: {
        event: 'Paid',
        event_id: 'i-1',
        timestamp: '2024-11-01T10:02:00.000Z',
        properties: { amount: 5 },
        context: { device: { country: 'DE' }, user: { id: 'u-1', anonymous_id: 'd-1' } },
      },
    };
    expect(map(mapMixpanel, { event: 'Paid', properties })).toEqual(expected);
    expect(map(mapMixpanel, { event: 'Paid', properties: { ...properties, time: 1730455320000 } })).toEqual(expected);
  });

  test('a distinct id of a device is no user', () => {
    const anonymous = { event: 'Paid', properties: { ...properties, distinct_id: '$device:d-1' } };
    expect(map(mapMixpanel, anonymous)).toHaveProperty('event.context.user', { anonymous_id: 'd-1' });
  });

  test('identify links, a page view is a page, a merge is skipped', () => {
    const identify = {
      event: '$identify',
      properties: { ...properties, $identified_id: 'u-2', $anon_id: '$device:d-2' },
    };
    expect(map(mapMixpanel, identify)).toMatchObject({
      event: { type: 'identify', context: { user: { id: 'u-2', anonymous_id: 'd-2' } } },
    });
    expect(map(mapMixpanel, { event: '$mp_web_page_view', properties })).toMatchObject({ event: { type: 'page' } });
    expect(map(mapMixpanel, { event: '$merge', properties })).toHaveProperty('skipped');
  });
});

describe('Amplitude', () => {
  const row = {
    uuid: 'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    $insert_id: 'i-1',
    event_type: 'Paid',
    event_time: '2026-11-01 10:02:00.123000',
    user_id: 'u-1',
    device_id: 'd-1',
    amplitude_id: 123,
    session_id: 1730455320000,
    platform: 'iOS',
    os_name: 'ios',
    version_name: '1.4.0',
    country: 'Germany',
    ip_address: '1.2.3.4',
    library: 'amplitude-ios/8.1.0',
    event_properties: { amount: 5 },
    user_properties: { plan: 'pro' },
    groups: { company: ['acme'] },
  };

  test('an event of the export archive', () => {
    expect(map(mapAmplitude, row)).toEqual({
      event: {
        event: 'Paid',
        event_id: row.uuid,
        timestamp: '2026-11-01T10:02:00.123Z',
        properties: { amount: 5, country: 'Germany' },
        context: {
          user: { id: 'u-1', anonymous_id: 'd-1' },
          device: { os_name: 'ios', platform: 'ios' },
          app: { version: '1.4.0' },
          sdk: { name: 'amplitude-ios', version: '8.1.0' },
          session: { id: '1730455320000' },
          groups: { company: ['acme'] },
          traits: { plan: 'pro' },
        },
      },
    });
  });

  test('outside of a session there is none, and $identify becomes identify', () => {
    expect(map(mapAmplitude, { ...row, session_id: -1 })).not.toHaveProperty('event.context.session');
    expect(map(mapAmplitude, { ...row, event_type: '$identify' })).toMatchObject({
      event: { type: 'identify', properties: { plan: 'pro' } },
    });
  });
});

describe('Segment', () => {
  const message = {
    messageId: 'm-1',
    type: 'track',
    event: 'Paid',
    userId: 'u-1',
    anonymousId: 'a-1',
    timestamp: '2026-11-01T10:02:00.123Z',
    originalTimestamp: '2026-11-01T10:01:00.000Z',
    receivedAt: '2026-11-01T10:02:01.000Z',
    properties: { amount: 5 },
    context: {
      ip: '1.2.3.4',
      locale: 'de-DE',
      library: { name: 'analytics.js', version: '4' },
      os: { name: 'iOS', version: '18' },
      device: { id: 'd-1', type: 'ios', model: 'iPhone' },
      campaign: { source: 'news' },
      page: { path: '/buy' },
    },
  };

  test('a track message', () => {
    expect(map(mapSegment, message)).toEqual({
      event: {
        event: 'Paid',
        event_id: 'm-1',
        timestamp: '2026-11-01T10:02:00.123Z',
        properties: { amount: 5 },
        context: {
          user: { id: 'u-1', anonymous_id: 'a-1' },
          device: { id: 'd-1', model: 'iPhone', platform: 'ios', os_name: 'iOS', os_version: '18', locale: 'de-DE' },
          sdk: { name: 'analytics.js', version: '4' },
          attribution: { source: 'news' },
          page: { path: '/buy' },
        },
      },
    });
  });

  test('page, identify, group and alias', () => {
    const { event: _, properties: __, ...rest } = message;
    expect(map(mapSegment, { ...rest, type: 'page', name: 'Home' })).toMatchObject({
      event: { type: 'page', properties: { name: 'Home' } },
    });
    expect(map(mapSegment, { ...rest, type: 'identify', traits: { plan: 'pro' } })).toMatchObject({
      event: { type: 'identify', properties: { plan: 'pro' } },
    });
    expect(map(mapSegment, { ...rest, type: 'group', groupId: 'g', traits: { seats: 3 } })).toMatchObject({
      event: { type: 'group', properties: { group_id: 'g', seats: 3 } },
    });
    expect(map(mapSegment, { ...rest, type: 'alias', previousId: 'old' })).toMatchObject({
      event: { type: 'identify', context: { user: { id: 'u-1', anonymous_id: 'old' } } },
    });
    expect(map(mapSegment, { ...rest, type: 'delete' })).toEqual({ fault: '"type" is not known: "delete"' });
  });
});

describe('tables', () => {
  test('known columns are mapped, the others become properties, and --map decides', () => {
    const row = { created_at: '2026-11-01', name: 'paid', kind: 'order', user_id: 7, amount: 5, note: '' };
    expect(map(mapTable(new Map()), row)).toEqual({
      event: {
        event: 'paid',
        timestamp: '2026-11-01T00:00:00.000Z',
        properties: { kind: 'order', amount: 5 },
        context: { user: { id: '7' } },
      },
    });
    expect(map(mapTable(new Map([['kind', 'event']])), row)).toMatchObject({
      event: { event: 'order', properties: { name: 'paid', amount: 5 } },
    });
    expect(map(mapTable(new Map()), { time: '2026-11-01' })).toHaveProperty('fault');
  });
});

describe('events of Lamppost', () => {
  test('an event of the wire stays as it is', () => {
    const line = {
      type: 'track',
      event: 'purchase',
      event_id: 'e-1',
      properties: { a: 1 },
      context: { user: { id: 'u' } },
      timestamp: '2026-11-01T00:00:00.000Z',
    };
    expect(map(mapEvents, line)).toEqual({ event: line, isSame: true });
    expect(map(mapEvents, { ...line, device_id: 'd' })).toMatchObject({ isSame: false });
    expect(map(mapEvents, { ...line, timestamp: '2026-11-01T00:00:00Z' })).toMatchObject({ isSame: false });
  });

  test('a row of an export becomes an event with its ids', () => {
    const row = {
      event_name: 'purchase',
      type: 'track',
      user_id: 'u',
      anonymous_id: null,
      device_id: 'd',
      properties: '{"a":1}',
    };
    expect(map(mapEvents, row)).toMatchObject({
      event: { event: 'purchase', properties: { a: 1 }, context: { user: { id: 'u' }, device: { id: 'd' } } },
    });
  });

  const faults: [row: JsonObject, fault: string][] = [
    [{}, '"event" is missing: the name of the event'],
    [{ event: '' }, '"event" must have 1 to 256 characters'],
    [{ event: 'x', properties: 1 }, '"properties" must be an object'],
    [{ event: 'x', context: [] }, '"context" must be an object'],
    [{ event: 'x', timestamp: 'then' }, '"timestamp" is not a time: "then"'],
  ];
  for (const [row, fault] of faults) {
    test(`${JSON.stringify(row)}: ${fault}`, () => expect(map(mapEvents, row)).toEqual({ fault }));
  }
});

test('formats are told apart by fields that only they have', () => {
  expect(detectFormat({ messageId: 'm', type: 'track' }, 'ndjson')).toBe('segment');
  expect(detectFormat({ event_type: 'e', amplitude_id: 1 }, 'ndjson')).toBe('amplitude');
  expect(detectFormat({ uuid: 'u', event: 'e', distinct_id: 'd', timestamp: 't' }, 'parquet')).toBe('posthog');
  expect(detectFormat({ event: 'e', properties: { time: 1, distinct_id: 'd' } }, 'ndjson')).toBe('mixpanel');
  expect(detectFormat({ event: 'e', properties: {} }, 'ndjson')).toBe('ndjson');
  expect(detectFormat({ event: 'e' }, 'csv')).toBe('csv');
});

describe('times', () => {
  const now = Date.parse('2026-11-17T00:00:00Z');
  const good: [unknown, string][] = [
    ['2026-11-01T10:02:00.123456+02:00', '2026-11-01T08:02:00.123Z'],
    ['2026-11-01 10:02:00', '2026-11-01T10:02:00.000Z'],
    ['2026-11-01 10:02:00.5 UTC', '2026-11-01T10:02:00.500Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    [1730455320, '2024-11-01T10:02:00.000Z'],
    ['1730455320123', '2024-11-01T10:02:00.123Z'],
    [1730455320123456, '2024-11-01T10:02:00.123Z'],
  ];
  for (const [value, iso] of good) test(`${value}`, () => expect(readTime(value, 't', now)).toEqual({ iso }));
  const bad = [
    '2026-02-30',
    '2025-02-29T00:00:00.000Z',
    '2026-13-01',
    '2026-11-01T25:00:00Z',
    'yesterday',
    {},
    '2027-01-01',
  ];
  for (const value of bad)
    test(`not ${JSON.stringify(value)}`, () => expect(readTime(value, 't', now)).toHaveProperty('fault'));
});
