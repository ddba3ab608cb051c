/** 14:05, as the clock on that wall shows it. */
export const formatClock = (ms: number): string =>
  new Date(ms).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
