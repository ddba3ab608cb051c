import { platformContract } from '@lamppost/sdk-core/contract';
import { browserPlatform } from '../browser-platform.ts';
import { runAll } from './page-vitest.ts';

platformContract('a page', async () => ({
  platform: browserPlatform(),
  other: browserPlatform(),
  url: location.origin,
  emit: () => dispatchEvent(new Event('online')),
  pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}));

Object.assign(globalThis, { runAll });
