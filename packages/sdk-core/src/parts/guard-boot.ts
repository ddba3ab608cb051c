import type { SystemEvent } from '@lamppost/protocol';
import type { ConfigSnapshot } from '../config-snapshot.ts';
import type { Part } from '../core.ts';

const SURVIVED_AFTER_MS = 1e4;
const MAX_CRASHES = 3;

/**
 * A configuration that crashes the app at its start could not be taken back: the app never lives long enough to hear of
 * it. So starts that did not survive ten seconds are counted; whoever is sent to the background has survived, since systems
 * end apps there as they like. After three in a row the last configuration that did survive is used instead, until the
 * server has another one than the one that crashed; and it is reported.
 */
export const guardBoot: Part = (core) => {
  const { platform, load, apply } = core;
  const crashes = Number(load('boot')) || 0;
  const suspect = load('config') as Partial<ConfigSnapshot> | null;
  const isGuarded = crashes >= MAX_CRASHES && !!suspect?.flags;
  core.store('boot', `${crashes + 1}`);
  if (isGuarded) {
    const good = (load('good') ?? { flags: {} }) as ConfigSnapshot;
    core.load = (name) => (name === 'config' ? good : load(name));
    core.apply = (snapshot, isNews) => {
      const version = (snapshot as Partial<ConfigSnapshot> | undefined)?.config_version;
      if (!isNews || version !== suspect.config_version) apply(snapshot, isNews);
    };
    platform.later(0, () =>
      core.client.track('$boot_guard' satisfies SystemEvent, {
        crashed_launches: crashes,
        config_version: good.config_version,
        suspect_version: suspect.config_version,
      }),
    );
  }
  let hasSurvived = false;
  const survive = (): void => {
    if (hasSurvived) return;
    hasSurvived = true;
    core.store('boot', '0');
    core.store('good', JSON.stringify(core.config));
  };
  platform.later(SURVIVED_AFTER_MS, survive);
  platform.onLifecycleEvent((event) => {
    if (event === 'background') survive();
  });
};
