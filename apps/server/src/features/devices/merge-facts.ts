import type { DeviceFacts } from './device-store.ts';

export interface MergedFacts {
  readonly facts: DeviceFacts;
  readonly isChanged: boolean;
}

/** Facts that were sent replace, others are kept. */
export function mergeFacts(known: DeviceFacts, sent: DeviceFacts): MergedFacts {
  let isChanged = false;
  const facts: Record<string, string> = { ...known };
  for (const [name, value] of Object.entries(sent) as [keyof DeviceFacts, string | undefined][]) {
    if (value === undefined || known[name] === value) continue;
    facts[name] = value;
    isChanged = true;
  }
  return { facts: isChanged ? facts : known, isChanged };
}
