import type { SystemEvent } from '@lamppost/protocol';
import type { ConfigSnapshot } from '../config-snapshot.ts';
import type { CreatePlugin } from '../core.ts';

const SURVIVED_AFTER_MS = 1e4;
const MAX_CRASHES = 3;

/**
 * A configuration that crashes the app at its start could not be taken back: the app never lives long enough to hear of
 * it. So starts that did not survive ten seconds are counted; whoever is sent to the background has survived, since systems
 * end apps there as they like. After three in a row the last configuration that did survive is used instead, until the
 * server has another one than the one that crashed; and it is reported.
 */
export const guardBoot: CreatePlugin = (core) => {
  const { platform, load } = core;
  const crashes = Number(load('boot')) || 0;
  const suspect = load('config') as Partial<ConfigSnapshot> | null;
  const isGuarded = crashes >= MAX_CRASHES && !!suspect?.flags;
  const good = (load('good') ?? { flags: {} }) as ConfigSnapshot;
  let hasSurvived = false;
  const survive = (): void => {
    if (hasSurvived) return;
    hasSurvived = true;
    core.store('boot', '0');
    core.store('good', JSON.stringify(core.config));
  };
  // Not by the hook: an app has also survived when its client is closed.
  platform.onLifecycleEvent((event) => {
    if (event === 'background') survive();
  });

  return {
    readConfig(snapshot, isNews) {
      if (!isGuarded || snapshot === core.options.bootstrap) return snapshot;
      if (!isNews) return good;
      return Object(snapshot).config_version === suspect.config_version ? undefined : snapshot;
    },
    onLaunch() {
      core.store('boot', `${crashes + 1}`);
      platform.later(SURVIVED_AFTER_MS, survive);
      if (isGuarded)
        platform.later(0, () =>
          core.client.track('$boot_guard' satisfies SystemEvent, {
            crashed_launches: crashes,
            config_version: good.config_version,
            suspect_version: suspect.config_version,
          }),
        );
    },
  };
};
