import type { Wire } from '@lamppost/protocol';

export interface Bounds {
  readonly fromIso: string;
  readonly toIso: string;
}

/** The period of the same length that ends where this one begins. */
export function periodBefore({ fromIso, toIso }: Bounds): Extract<Wire['InsightRange'], { kind: 'absolute' }> {
  const from = Date.parse(fromIso);
  const length = Date.parse(toIso) - from;
  return { kind: 'absolute', fromIso: new Date(from - length).toISOString(), toIso: fromIso };
}
