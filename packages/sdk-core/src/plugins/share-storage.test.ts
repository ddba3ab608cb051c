import { expect, test } from 'vitest';
import { type TestClient, TestWorld } from '../testing/index.ts';

const minute = 60_000;

test('tabs share device, user and session, and each sends its own events once', async () => {
  const world = new TestWorld();
  const tabs = [world.launch(), world.launch(), world.launch()];
  tabs[0]?.client.identify('ada');
  for (const [index, { client }] of tabs.entries()) client.track(`from tab ${index}`);
  await world.clock.advance(minute);
  const sent = world.server.of('/v1/ingest').flatMap(({ body }) => JSON.parse(body).batch);
  expect(new Set(sent.map(({ event_id }) => event_id)).size).toBe(sent.length);
  expect(world.server.named('$session_start')).toHaveLength(1);
  for (const [index, { client }] of tabs.entries()) {
    const event = world.server.named(`from tab ${index}`)[0];
    expect(event?.context).toMatchObject({
      device: { id: tabs[0]?.client.status().deviceId },
      user: { id: 'ada' },
      session: { id: tabs[0]?.client.status().sessionId },
    });
    expect(client.status().queued).toBe(0);
  }
});

test('what a closed tab has left is sent by another one, and by one only', async () => {
  const world = new TestWorld();
  const tabs = [world.launch(), world.launch(), world.launch()];
  await world.clock.advance(minute);
  world.server.fault = () => 'network';
  tabs[0]?.client.track('left behind');
  await world.clock.advance(100);
  tabs[0]?.platform.kill();
  world.server.fault = undefined;
  for (const { platform } of tabs.slice(1)) platform.emit('foreground');
  await world.clock.advance(minute);
  const sent = world.server.of('/v1/ingest').filter(({ body }) => body.includes('left behind'));
  expect(sent).toHaveLength(1);
  expect(world.server.named('left behind')).toHaveLength(1);
});

const waiting = ({ core }: TestClient): string[] =>
  [...(core.queues.e?.items ?? [])].map(({ json }) => JSON.parse(`{${json}`).event);

test('what a living tab has is left alone', async () => {
  const world = new TestWorld();
  const busy = world.launch();
  await world.clock.advance(minute);
  world.server.fault = () => 'network';
  busy.client.track('mine');
  const other = world.launch();
  await world.clock.advance(minute);
  other.platform.emit('foreground');
  await world.clock.advance(minute);
  expect(waiting(other)).not.toContain('mine');
  expect(waiting(busy)).toContain('mine');
});

test('a logout in one tab is one in all, also in one that was frozen meanwhile', async () => {
  const world = new TestWorld();
  const one = world.launch();
  const other = world.launch();
  one.client.identify('ada');
  await world.clock.advance(minute);
  expect(other.client.status().userId).toBe('ada');
  one.client.reset();
  expect(other.client.status()).toMatchObject({ deviceId: one.client.status().deviceId, userId: null });
  await world.clock.advance(minute);
});
