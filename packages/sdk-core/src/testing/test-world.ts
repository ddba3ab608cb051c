import type { Core, Part } from '../core.ts';
import { createCore } from '../create-core.ts';
import type { Lamppost, LamppostOptions } from '../lamppost.ts';
import { askConsent } from '../parts/ask-consent.ts';
import { captureErrors } from '../parts/capture-errors.ts';
import { correctClock } from '../parts/correct-clock.ts';
import { followLifecycle } from '../parts/follow-lifecycle.ts';
import { inspectClient } from '../parts/inspect-client.ts';
import { measureMetrics } from '../parts/measure-metrics.ts';
import { observeChanges } from '../parts/observe-changes.ts';
import { reportDrops } from '../parts/report-drops.ts';
import { shareStorage } from '../parts/share-storage.ts';
import { ScriptedServer } from './scripted-server.ts';
import { TestDevice, type TestPlatform } from './test-device.ts';
import { VirtualClock } from './virtual-clock.ts';

export const testKey = `lp_pub_production_${'x'.repeat(32)}`;

/** What an SDK has, but for what only some platforms have. */
export const allParts: readonly Part[] = [
  askConsent,
  observeChanges,
  correctClock,
  inspectClient,
  reportDrops,
  shareStorage,
  captureErrors,
  measureMetrics,
  followLifecycle,
];

export interface TestClient {
  readonly client: Lamppost;
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
    { parts = allParts, platform = this.device.launch() }: { parts?: readonly Part[]; platform?: TestPlatform } = {},
  ): TestClient {
    const core = createCore(platform, { key: testKey, url: 'http://lamppost.test', ...options }, parts);
    return { core, platform, client: core.client as Lamppost };
  }
}
