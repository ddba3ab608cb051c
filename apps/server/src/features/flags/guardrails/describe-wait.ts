import { plural } from '../../../telemetry/plural.ts';
import type { RampWait } from './ramp.ts';

/** What a ramp waits for, in a sentence. */
export function describeWait(wait: RampWait): string {
  switch (wait.kind) {
    case 'time':
      return `Next step at ${new Date(wait.untilMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
    case 'units':
      return `Waiting for ${plural(wait.minUnits, 'user')} with the new value: ${wait.units} so far.`;
    case 'guardrails':
      return `Waiting for guardrails: ${wait.reason}`;
  }
}
