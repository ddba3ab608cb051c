import { describe, expect, test } from 'vitest';
import { allPlugins, type TestPlatform, TestWorld } from '../testing/index.ts';
import { createEventReader, streamConfig } from './stream-config.ts';

const plugins = [streamConfig, ...allPlugins];
const minute = 60_000;

interface OpenedStream {
  readonly headers: Readonly<Record<string, string>>;
  readonly onText: (text: string) => void;
  readonly onEnd: (status?: number) => void;
  isClosed: boolean;
}

function streaming(world: TestWorld): { platform: TestPlatform; streams: OpenedStream[] } {
  const streams: OpenedStream[] = [];
  const platform: TestPlatform = {
    ...world.device.launch(),
    openStream: (_url, headers, onText, onEnd) => {
      const stream = { headers, onText, onEnd, isClosed: false };
      streams.push(stream);
      return () => {
        stream.isClosed = true;
      };
    },
  };
  return { platform, streams };
}
const message = (flags: object): string =>
  `event: config\nid: 2\ndata: ${JSON.stringify({ data: { flags, experiments: {}, config_version: '2' } })}\n\n`;

describe('a stream', () => {
  test('brings changes at once, in whatever pieces they come', async () => {
    const world = new TestWorld();
    const { platform, streams } = streaming(world);
    const { client } = world.launch({}, { plugins, platform });
    await world.clock.advance(1_000);
    expect(streams[0]?.headers['X-Device-ID']).toBe(client.status().deviceId);
    for (const piece of `: hello\n\n${message({ banner: 'now' })}`) streams[0]?.onText(piece);
    expect(client.flag('banner', '')).toBe('now');
    streams[0]?.onText('event: config\ndata: {broken\n\n');
    expect(client.flag('banner', '')).toBe('now');
  });

  test('does not replace what a page was rendered with while the server does not know whose the device is', async () => {
    const world = new TestWorld();
    const { platform, streams } = streaming(world);
    world.server.config.flags = { banner: 'of the device' };
    world.server.fault = (path) => (path.endsWith('/identify') ? 'network' : undefined);
    const { client } = world.launch({ bootstrap: { flags: { banner: 'of the user' } } }, { plugins, platform });
    client.identify('ada');
    await world.clock.advance(1_000);
    streams[0]?.onText(message({ banner: 'of the device' }));
    expect(client.flag('banner', '')).toBe('of the user');
    world.server.fault = undefined;
    await world.clock.advance(10 * minute);
    streams[0]?.onText(message({ banner: 'new' }));
    expect(client.flag('banner', '')).toBe('new');
  });

  test('is opened again after it ended, later each time, and not when it was refused', async () => {
    const world = new TestWorld();
    const { platform, streams } = streaming(world);
    world.launch({}, { plugins, platform });
    await world.clock.advance(1_000);
    for (let turn = 0; turn < 3; turn += 1) {
      streams.at(-1)?.onEnd();
      await world.clock.advance(23_000);
    }
    expect(streams).toHaveLength(4);
    streams.at(-1)?.onEnd(404);
    await world.clock.advance(60 * minute);
    expect(streams).toHaveLength(4);
  });

  test('that lived for long is opened again as soon as the first time', async () => {
    const world = new TestWorld();
    const { platform, streams } = streaming(world);
    world.launch({}, { plugins, platform });
    await world.clock.advance(1_000);
    for (let turn = 1; turn <= 8; turn += 1) {
      await world.clock.advance(2 * minute);
      streams.at(-1)?.onEnd();
      await world.clock.advance(1_500);
      expect(streams).toHaveLength(1 + turn);
    }
  });

  test('is closed in the background and after the end, and belongs to the device of the moment', async () => {
    const world = new TestWorld();
    const { platform, streams } = streaming(world);
    const { client } = world.launch({}, { plugins, platform });
    await world.clock.advance(1_000);
    platform.emit('background');
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true]);
    platform.emit('foreground');
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, false]);
    client.reset();
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
    expect(streams[2]?.headers['X-Device-ID']).toBe(client.status().deviceId);
    const closing = client.close();
    await world.clock.advance(1_000);
    await closing;
    expect(streams.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
  });
});

test('a reader of events hands on data as it is complete, and skips comments', () => {
  const seen: string[] = [];
  const read = createEventReader((data) => seen.push(data));
  read(': comment\n\nevent: a\r\ndata: 1\r\n\r\ndata:2\n');
  read('\nid: 3\ndata: {"a": "b"}\n\nevent: rest');
  expect(seen).toEqual(['1', '2', '{"a": "b"}']);
});
