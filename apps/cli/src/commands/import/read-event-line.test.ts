import { expect, test } from 'vitest';
import { readEventLine } from './read-event-line.ts';

test('an event of the wire stays as it is', () => {
  const line = {
    event: 'purchase',
    event_id: 'e-1',
    properties: { a: 1 },
    context: { user: { id: 'u' } },
    timestamp: '2026-11-01T00:00:00Z',
  };
  expect(readEventLine(JSON.stringify(line), 1, 'h')).toEqual({ event: { type: 'track', ...line } });
});

test('a row of an export becomes an event with its ids', () => {
  const row = {
    event_name: 'purchase',
    type: 'track',
    user_id: 'u',
    anonymous_id: null,
    device_id: 'd',
    session_id: 's',
    properties: '{"a":1}',
    context: {},
  };
  expect(readEventLine(JSON.stringify(row), 1, 'h')).toMatchObject({
    event: {
      event: 'purchase',
      properties: { a: 1 },
      context: { user: { id: 'u' }, device: { id: 'd' }, session: { id: 's' } },
    },
  });
});

test('an event without an id has the same one each time, and another one on another line or in another file', () => {
  const idOf = (line: number, hash: string): unknown => {
    const read = readEventLine('{"event": "x"}', line, hash);
    return 'event' in read ? read.event.event_id : undefined;
  };
  expect(idOf(1, 'h')).toBe(idOf(1, 'h'));
  expect(new Set([idOf(1, 'h'), idOf(2, 'h'), idOf(1, 'i')]).size).toBe(3);
});

const faults: [line: string, fault: string][] = [
  ['{"event"', 'not JSON'],
  ['[]', 'an object is expected'],
  ['{}', '"event" is missing: the name of the event'],
  ['{"event": ""}', '"event" must have 1 to 256 characters'],
  ['{"event": "x", "properties": 1}', '"properties" must be an object'],
  ['{"event": "x", "context": []}', '"context" must be an object'],
  ['{"event": "x", "timestamp": "then"}', '"timestamp" must be an ISO 8601 time'],
];
for (const [line, fault] of faults) {
  test(`${line}: ${fault}`, () => expect(readEventLine(line, 1, 'h')).toEqual({ fault }));
}
