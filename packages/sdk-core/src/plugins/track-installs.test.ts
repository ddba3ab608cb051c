import { expect, test } from 'vitest';
import { allPlugins, TestWorld } from '../testing/index.ts';
import { trackInstalls } from './track-installs.ts';

const plugins = [trackInstalls, ...allPlugins];
const minute = 60_000;

test('an installation is reported once, and an update once per version', async () => {
  const world = new TestWorld();
  for (const version of ['1.0', '1.0', '1.1', '1.1']) {
    const { platform } = world.launch({ app: { version } }, { plugins });
    await world.clock.advance(minute);
    platform.kill();
  }
  expect(world.server.named('$app_install').map(({ properties }) => properties)).toEqual([{ version: '1.0' }]);
  expect(world.server.named('$app_update').map(({ properties }) => properties)).toEqual([
    { from_version: '1.0', to_version: '1.1' },
  ]);
});

test('an app that was there before this part was is not installed anew', async () => {
  const world = new TestWorld();
  const { platform } = world.launch({ app: { version: '1.0' } });
  platform.kill();
  world.launch({ app: { version: '1.1' } }, { plugins });
  await world.clock.advance(minute);
  expect(world.server.named('$app_install')).toEqual([]);
});
