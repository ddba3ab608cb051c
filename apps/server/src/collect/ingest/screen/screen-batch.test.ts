import { type SchemaName, schemas } from '@lamppost/protocol/schemas';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../settings/read-settings.ts';
import { type BatchVerdict, screenBatch } from './screen-batch.ts';
import { Scrubber } from './scrubber.ts';

const receivedAtMs = Date.parse('2026-11-15T12:00:00Z');
const scrubber = new Scrubber({ isOn: true, secretKeys: readSettings({}).scrubKeys });

function screen(batch: unknown[], rest: { context?: unknown; sentAt?: unknown } = {}): BatchVerdict {
  const maxElementBytes = Buffer.byteLength(JSON.stringify({ batch, ...rest }));
  return screenBatch({ batch, context: rest.context, sentAt: rest.sentAt, receivedAtMs, maxElementBytes, scrubber });
}

const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
const keys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

const refused: { name: string; event: unknown; reason: string }[] = [
  { name: 'a number', event: 5, reason: 'not_an_object' },
  { name: 'a list', event: [], reason: 'not_an_object' },
  { name: 'null', event: null, reason: 'not_an_object' },
  { name: 'no name', event: {}, reason: 'name_missing' },
  { name: 'a name of null', event: { event: null }, reason: 'name_missing' },
  { name: 'a name that is a number', event: { event: 7 }, reason: 'name_invalid' },
  { name: 'a name of 257', event: { event: 'x'.repeat(257) }, reason: 'name_invalid' },
  { name: 'a name with a line break', event: { event: 'a\nb' }, reason: 'name_invalid' },
  { name: 'a name with a NUL', event: { event: 'a\u0000' }, reason: 'name_invalid' },
  { name: 'another type', event: { event: 'x', type: 'alias' }, reason: 'type_unknown' },
  { name: 'a type that is a number', event: { event: 'x', type: 1 }, reason: 'type_unknown' },
  { name: 'an empty event_id', event: { event: 'x', event_id: '' }, reason: 'event_id_invalid' },
  { name: 'an event_id of 129', event: { event: 'x', event_id: 'i'.repeat(129) }, reason: 'event_id_invalid' },
  { name: 'an event_id that is a number', event: { event: 'x', event_id: 1 }, reason: 'event_id_invalid' },
  { name: 'properties that are a text', event: { event: 'x', properties: 'p' }, reason: 'properties_not_an_object' },
  { name: 'properties that are a list', event: { event: 'x', properties: [1] }, reason: 'properties_not_an_object' },
  { name: '251 properties', event: { event: 'x', properties: keys(251) }, reason: 'properties_too_many' },
  { name: 'nine levels', event: { event: 'x', properties: deep(9) }, reason: 'properties_too_deep' },
  {
    name: 'a key of 129',
    event: { event: 'x', properties: { ['k'.repeat(129)]: 1 } },
    reason: 'properties_key_too_long',
  },
  { name: 'a time that is none', event: { event: 'x', timestamp: 'soon' }, reason: 'timestamp_invalid' },
  { name: 'a time that is a number', event: { event: 'x', timestamp: 1 }, reason: 'timestamp_invalid' },
  {
    name: 'a user id that is a number',
    event: { event: 'x', context: { user: { id: 1 } } },
    reason: 'user_id_invalid',
  },
  {
    name: 'a device id of 257',
    event: { event: 'x', context: { device: { id: 'd'.repeat(257) } } },
    reason: 'device_id_invalid',
  },
  {
    name: 'a variant that contradicts',
    event: { event: 'x', context: { experiments: { e: 'a' }, experiment_assignments: { e: { variant_key: 'b' } } } },
    reason: 'assignment_contradicts',
  },
  {
    name: 'another subject_status',
    event: { event: 'x', context: { experiment_assignments: { e: { variant_key: 'b', subject_status: 'odd' } } } },
    reason: 'assignment_status_invalid',
  },
];
for (const { name, event, reason } of refused) {
  test(`screenBatch: ${name} costs that event alone`, () => {
    const verdict = screen([{ event: 'before' }, event, { event: 'after' }]);
    expect(verdict.rejections.map(({ index, reason: why }) => [index, why])).toEqual([[1, reason]]);
    expect(verdict.isUnusable).toBe(false);
  });
}

const accepted: { name: string; event: unknown }[] = [
  { name: 'a name alone', event: { event: 'x' } },
  {
    name: 'null for every optional field',
    event: { event: 'x', type: null, properties: null, timestamp: null, event_id: null, context: null },
  },
  {
    name: 'null inside a context',
    event: { event: 'x', context: { user: { id: null }, device: null, session: { id: null }, experiments: null } },
  },
  { name: 'a page without a name', event: { type: 'page' } },
  { name: '250 properties', event: { event: 'x', properties: keys(250) } },
  { name: 'eight levels', event: { event: 'x', properties: deep(8) } },
  { name: 'a key of 128', event: { event: 'x', properties: { ['k'.repeat(128)]: 1 } } },
  { name: 'a name of 256 UTF-16 units', event: { event: '😀'.repeat(128) } },
];
for (const { name, event } of accepted) {
  test(`screenBatch: ${name} is accepted as it is`, () => {
    const verdict = screen([event]);
    expect(verdict).toMatchObject({ rejections: [], warnings: [], needsRewrite: false });
  });
}

describe('times', () => {
  test('one more than a day ahead is kept with a warning', () => {
    const verdict = screen([{ event: 'x', timestamp: '2026-11-16T12:00:01Z' }]);
    expect(verdict.warnings).toMatchObject([{ index: 0, event: 'x', field: 'timestamp' }]);
  });

  test('a day ahead to the second is kept without one', () => {
    expect(screen([{ event: 'x', timestamp: '2026-11-16T12:00:00Z' }]).warnings).toEqual([]);
  });

  test('a clock that is two days fast is taken out when nothing has an id', () => {
    const event = { event: 'x', timestamp: '2026-11-17T11:59:00Z' };
    expect(screen([event], { sentAt: '2026-11-17T12:00:00Z' }).warnings).toEqual([]);
    expect(screen([{ ...event, event_id: 'i' }], { sentAt: '2026-11-17T12:00:00Z' }).warnings).toHaveLength(1);
  });

  test('another form of ISO 8601 is rewritten', () => {
    const verdict = screen([{ event: 'x', timestamp: '20261115T010203Z' }]);
    expect([...verdict.rewrittenTimes]).toEqual([[0, '2026-11-15T01:02:03.000Z']]);
  });
});

describe('the shared context', () => {
  test('rejects only the events that use it', () => {
    const verdict = screen([{ event: 'a' }, { event: 'b', context: {} }], { context: { user: { id: 7 } } });
    expect(verdict.rejections).toMatchObject([{ index: 0, reason: 'user_id_invalid' }]);
  });

  test('that is not an object is ignored, told once', () => {
    const verdict = screen([{ event: 'a' }, { event: 'b' }], { context: 'x' });
    expect(verdict.rejections).toEqual([]);
    expect(verdict.warnings).toEqual([{ index: 0, event: 'a', field: 'context', message: 'not an object; ignored' }]);
  });
});

test('a batch is unusable only when no element has a usable name', () => {
  expect(screen([5, {}, { event: '' }]).isUnusable).toBe(true);
  expect(screen([5, { event: 'x', event_id: '' }]).isUnusable).toBe(false);
});

test('more than 32 levels anywhere make the body too deep', () => {
  expect(screen([{ event: 'x', context: deep(29) }]).isTooDeep).toBe(false);
  expect(screen([{ event: 'x', context: deep(30) }]).isTooDeep).toBe(true);
  expect(screen([{ event: 'x', properties: deep(30) }]).isTooDeep).toBe(true);
});

describe('what the screen lets through is what the schema describes', () => {
  const ajv = new Ajv({ strict: false, unicode: false, logger: false });
  const isEvent = ajv.compile(JSON.parse(JSON.stringify(schemas['IngestEvent' satisfies SchemaName])));
  const odd = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant({}), fc.constant([]));
  const event = fc.record(
    {
      event: fc.oneof(fc.string({ minLength: 1 }), odd),
      type: fc.oneof(fc.constantFrom('track', 'page', 'alias'), odd),
      event_id: odd,
      properties: fc.oneof(fc.dictionary(fc.string(), odd), odd),
      context: fc.record({ user: fc.record({ id: odd }), session: fc.record({ id: odd }) }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );

  test('for random events', () => {
    fc.assert(
      fc.property(event, (candidate) => {
        const isAccepted = screen([candidate]).rejections.length === 0;
        const needsName =
          candidate.type !== 'page' &&
          (candidate.event === undefined || candidate.event === null || candidate.event === '');
        expect(isAccepted).toBe(isEvent(candidate) && !needsName);
      }),
      { numRuns: 500 },
    );
  });
});
