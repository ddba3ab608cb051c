import { expect, test } from 'vitest';
import { TestWorld } from './testing/index.ts';

// An SDK deletes what it finds under a queue that it does not know: these names and shapes never change.
test('items are stored as version 0.1.0 has stored them: the letter of the queue, time, item, and context or path', () => {
  const world = new TestWorld();
  world.server.fault = () => 'network';
  const { client } = world.launch();
  client.identify('ada');
  client.captureError(new Error('stored'));
  client.measure({ type: 'span', name: 'stored', value: 1 });
  const stored = [...world.device.stored].filter(([key]) => key.startsWith('lamppost.production.q.'));
  const shapes = stored.map(([key, text]) => {
    const [atMs, item, about] = JSON.parse(text);
    expect(key).toMatch(/^lamppost\.production\.q\.[0-9a-f-]{36}\.[eicm]\.1\d{6}$/);
    expect(atMs).toBe(world.clock.nowMs);
    expect(item.event_id).toMatch(/^[0-9a-f-]{36}$/);
    return [key.split('.')[4], typeof about === 'string' ? about : Object.keys(about).sort().join()];
  });
  const { deviceId } = client.status();
  expect(shapes).toEqual([
    ['e', 'device,experiments,flags,sdk,session,user'],
    ['i', '/v1/devices/register'],
    ['i', `/v1/devices/${deviceId}/identify`],
    ['c', '/v1/crashes/report'],
    ['m', 'active_experiments,active_flags,app_version,device_id,device_model,os_version,platform,session_id,user_id'],
  ]);
});
