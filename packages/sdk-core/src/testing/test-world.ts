import type { Core, CreatePlugin } from '../core.ts';
import { createCore } from '../create-core.ts';
import type { Lamppost, LamppostOptions, SharedProperties } from '../lamppost.ts';
import { askConsent } from '../plugins/ask-consent.ts';
import { captureErrors } from '../plugins/capture-errors.ts';
import { correctClock } from '../plugins/correct-clock.ts';
import { followLifecycle } from '../plugins/follow-lifecycle.ts';
import { inspectClient } from '../plugins/inspect-client.ts';
import { measureMetrics } from '../plugins/measure-metrics.ts';
import { observeChanges } from '../plugins/observe-changes.ts';
import { reportDrops } from '../plugins/report-drops.ts';
import { shareProperties } from '../plugins/share-properties.ts';
import { shareStorage } from '../plugins/share-storage.ts';
import { ScriptedServer } from './scripted-server.ts';
import { TestDevice, type TestPlatform } from './test-device.ts';
import { VirtualClock } from './virtual-clock.ts';

export const testKey = `lp_pub_production_${'x'.repeat(32)}`;

/** What an SDK has, but for what only some platforms have. */
export const allPlugins: readonly CreatePlugin[] = [
  askConsent,
  observeChanges,
  correctClock,
  inspectClient,
  reportDrops,
  shareStorage,
  captureErrors,
  measureMetrics,
  followLifecycle,
  shareProperties,
];

export interface TestClient {
  readonly client: Lamppost & SharedProperties;
  readonly core: Core;
  readonly platform: TestPlatform;
}

/** A clock, a server and a device, and clients on it. */
export class TestWorld {
  readonly clock = new VirtualClock();
  readonly server = new ScriptedServer(this.clock);
  readonly device: TestDevice;

  constructor(seed = 1) {
    this.device = new TestDevice(this.clock, this.server, seed);
  }

  launch(
    options: Partial<LamppostOptions> = {},
    {
      plugins = allPlugins,
      platform = this.device.launch(),
    }: { plugins?: readonly CreatePlugin[]; platform?: TestPlatform } = {},
  ): TestClient {
    const core = createCore({
      platform,
      options: { key: testKey, url: 'http://lamppost.test', ...options },
      plugins,
    });
    return { core, platform, client: core.client as Lamppost & SharedProperties };
  }
}
