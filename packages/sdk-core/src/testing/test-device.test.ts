import { platformContract } from '../platform.contract.ts';
import { TestWorld } from './test-world.ts';

platformContract('the platform of the test kit', async () => {
  const { clock, server, device } = new TestWorld();
  server.fault = (path) => {
    if (path === '/silent') return 'hang';
    return path === '/broken' ? 500 : { status: 200, body: '{"data":{}}' };
  };
  const platform = device.launch();
  return {
    platform,
    emit: () => platform.emit('online'),
    other: device.launch(),
    url: 'http://lamppost.test',
    pass: (ms) => clock.advance(ms),
  };
});
