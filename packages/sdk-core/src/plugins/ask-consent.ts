import type { CreatePlugin } from '../core.ts';
import type { Consent } from '../lamppost.ts';

/**
 * Opting out and in. Of who is opted out nothing is sent: no events, no device. Flags go on, for a device id that is
 * only sent to ask for them. With `optedOut` nothing is even stored until somebody has decided.
 */
export const askConsent: CreatePlugin<Consent> = (core) => {
  const name = 'consent';
  let decision = core.load(name);
  core.isForgetful = !decision && !!core.options.optedOut;
  core.isMuted = core.isForgetful || decision === 'out';

  const decide = (isOut: boolean, isNew?: boolean): void => {
    // The client is closed.
    if (core.isStopped && core.isMuted) return;
    decision = isOut ? 'out' : 'in';
    core.isMuted = isOut;
    core.isForgetful = false;
    if (isOut) core.eachQueue((queue) => queue.remove(queue.items));
    else core.start((plugin) => isNew && plugin.onOptIn?.());
  };
  const change = (isOut: boolean): void => {
    const { isMuted } = core;
    // Of the session until now nothing was sent.
    if (isMuted) core.state.activeAt = 0;
    decide(isOut, isMuted);
    core.store(name, JSON.stringify(decision));
    if (isOut) for (const item of core.itemsOf('')) core.store(item);
  };

  return {
    methods: { optOut: () => change(true), optIn: () => change(false) },
    onClose: core.platform.storage?.onChange?.((key, text) => {
      if (key === core.prefix + name && text) decide(text.includes('out'));
    }),
  };
};
