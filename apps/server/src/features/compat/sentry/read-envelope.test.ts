import { expect, test } from 'vitest';
import { readEnvelope } from './read-envelope.ts';

const read = (text: string) => readEnvelope(Buffer.from(text));

test('items end with their line, or with the length that they name', () => {
  expect(
    read(
      '{"event_id":"e1"}\n{"type":"event"}\n{"level":"error"}\n{"type":"attachment","length":5}\na\nb\nc\n{"type":"session"}\n{}',
    ),
  ).toEqual({
    eventId: 'e1',
    items: [
      { type: 'event', payload: { level: 'error' } },
      { type: 'attachment', payload: undefined },
      { type: 'session', payload: {} },
    ],
  });
});

test('an envelope without items, and a payload that is no JSON', () => {
  expect(read('{}')).toEqual({ eventId: undefined, items: [] });
  expect(read('{}\n{"type":"event"}\n{"level":').items).toEqual([{ type: 'event', payload: undefined }]);
});

test.each([
  ['', 'The body is empty'],
  ['7', 'must begin with an object'],
  ['{"a', 'not valid JSON'],
  ['{}\n{"type":"event","length":99}\n{}', 'wrong length'],
  ['{}\n{"type":"event","length":-1}\n{}', 'wrong length'],
  [`{}\n${'{}\n{}\n'.repeat(1_001)}`, 'at most 1000 items'],
])('%j is refused', (text, message) => expect(() => read(text)).toThrow(message));
