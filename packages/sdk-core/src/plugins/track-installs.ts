import type { SystemEvent } from '@lamppost/protocol';
import type { CreatePlugin } from '../core.ts';

/** `$app_install` at the first start of an app on a device, `$app_update` at the first one of another version. */
export const trackInstalls: CreatePlugin = (core) => {
  const version = core.options.app?.version ?? '';
  const before = core.load('version');
  const isKnownDevice = !!core.load('state');
  const report = (): void => {
    if (core.isMuted || before === version) return;
    core.store('version', JSON.stringify(version));
    if (typeof before === 'string')
      core.client.track('$app_update' satisfies SystemEvent, { from_version: before, to_version: version });
    else if (!isKnownDevice) core.client.track('$app_install' satisfies SystemEvent, { version });
  };
  return {
    onLaunch: () => core.platform.later(0, report),
  };
};
