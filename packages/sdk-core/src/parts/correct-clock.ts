import type { Part } from '../core.ts';

/**
 * Takes the error of the device's clock out of timestamps. Each response proves two bounds of it: its date, cut to the
 * second, lies between the moments of asking and of being answered. What lies between the bounds stays as it is. What
 * was tracked in this launch before the first response is corrected when that comes.
 */
export const correctClock: Part = (core) => {
  const { platform } = core;
  let isChecked = false;
  core.skewMs = Number(core.load('clock')) || 0;
  core.onAnswer = (response, askedMs) => {
    const serverMs = Date.parse(response.headers.get('Date') as string);
    if (!serverMs) return;
    const before = core.skewMs;
    const errorMs = Math.max(serverMs - platform.now(), Math.min(serverMs + 1e3 - askedMs, before));
    core.skewMs = errorMs;
    if (!isChecked)
      core.eachLane((lane) => {
        for (const entry of lane.entries) if (entry.name.startsWith(`q.${core.owner}.`)) entry.atMs += errorMs - before;
      });
    isChecked = true;
    if (errorMs !== before) core.store('clock', `${errorMs}`);
  };
};
