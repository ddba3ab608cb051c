import { expect, test } from 'vitest';
import { readEventStream } from './event-stream.ts';

test('events are read with name, id and lines of data', () => {
  const stream = readEventStream();
  expect(stream.take('event: event\nid: 7\ndata: {"a":\ndata: 1}\n\n')).toEqual([
    { id: '7', event: 'event', data: '{"a":\n1}' },
  ]);
});

test('however the text is cut, the same events come out', () => {
  const text = ': hello\r\nevent: a\r\ndata: 1\r\n\r\ndata:2\r\rdata: ü\n\nid: 9\n\n';
  const whole = readEventStream().take(text);
  expect(whole.map(({ event, data }) => [event, data])).toEqual([
    ['a', '1'],
    ['message', '2'],
    ['message', 'ü'],
  ]);
  for (let size = 1; size < text.length; size += 1) {
    const stream = readEventStream();
    const events = [];
    for (let at = 0; at < text.length; at += size) events.push(...stream.take(text.slice(at, at + size)));
    expect(events).toEqual(whole);
  }
});

test('the server says how long to wait', () => {
  const stream = readEventStream();
  stream.take('retry: 2500\nretry: soon\n\n');
  expect(stream.retryMs).toBe(2500);
});
