import { type EventSelection, unionOf } from '../event-selection.ts';
import type { FunnelParams, FunnelStep } from './funnel-definition.ts';

interface FunnelPart extends FunnelStep {
  /** The place of its filters in the query. */
  readonly at: string;
}

/** What is looked for, in the order of its bits: the steps, then the exclusions. */
export const partsOf = ({ steps, exclusions = [] }: FunnelParams): readonly FunnelPart[] => [
  ...steps.map(({ events, filters }, index) => ({ events, filters, at: `query.steps.${index}.filters` })),
  ...exclusions.map(({ events, filters }, index) => ({ events, filters, at: `query.exclusions.${index}.filters` })),
];

/** The events that have to be read: any event can end a strict attempt, or be what is compared. */
export const eventsOf = (params: FunnelParams): EventSelection =>
  needsAllEvents(params) ? null : unionOf(partsOf(params).map(({ events }) => events));

export const needsAllEvents = ({ order, view }: FunnelParams): boolean =>
  order === 'strict' || view?.kind === 'correlation';

/** Bits of which one must be among what a person did. */
export const beginningBits = ({ order, steps }: FunnelParams): number => (order === 'any' ? 2 ** steps.length - 1 : 1);
