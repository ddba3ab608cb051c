import type { Part } from '../core.ts';
import type { Consent } from '../lamppost.ts';

/**
 * Opting out and in. Who is opted out is told nothing of: no events, no device. Flags go on, for a device id that is
 * only sent to ask for them. With `optedOut` nothing is even stored until somebody has decided.
 */
export const askConsent: Part<Consent> = (core) => {
  const {
    store,
    prefix,
    platform: { storage },
  } = core;
  const name = 'consent';
  let decision = core.load(name);
  core.isMute = decision ? decision === 'out' : !!core.options.optedOut;
  core.store = (key, text) => {
    if (decision || !core.options.optedOut) store(key, text);
  };

  const decide = (isOut: boolean): void => {
    if (core.isHalted && core.isMute) return;
    decision = isOut ? 'out' : 'in';
    core.isMute = isOut;
    if (isOut) core.eachLane((lane) => lane.remove(lane.entries));
    else core.start();
  };
  const change = (isOut: boolean): void => {
    // Of the session until now nobody was told.
    if (core.isMute) core.state.activeAt = 0;
    decide(isOut);
    store(name, JSON.stringify(decision));
    if (isOut) for (const item of core.itemsOf('')) store(item);
  };
  storage?.onChange?.((key, text) => {
    if (key === prefix + name && text) decide(text.includes('out'));
  });

  return { optOut: () => change(true), optIn: () => change(false) };
};
