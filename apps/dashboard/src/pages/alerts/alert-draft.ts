import type { Wire } from '@lamppost/protocol';
import type { AlertRow, Condition } from './alert-words.ts';

type Query = Wire['InsightQuery'];
export type AlertDefinition = Pick<
  Wire['AlertPreviewBody'],
  'query' | 'interval' | 'step' | 'condition' | 'for_intervals' | 'recovery'
>;

/** What the form holds. Numbers are empty while they are being typed. */
export interface AlertDraft {
  readonly name: string;
  readonly query: Query | undefined;
  readonly interval: AlertRow['interval'];
  readonly step: number | null;
  readonly kind: Condition['kind'];
  readonly op: 'above' | 'below';
  readonly value: number | '';
  readonly direction: 'up' | 'down' | 'either';
  readonly by: number | '';
  readonly byUnit: 'percent' | 'absolute';
  readonly sensitivity: 'low' | 'medium' | 'high';
  readonly forIntervals: number;
  readonly marginPercent: number;
  readonly recoveryIntervals: number;
  readonly isReminded: boolean;
  readonly webhookIds: readonly string[];
}

const fresh: AlertDraft = {
  name: '',
  query: undefined,
  interval: 'hour',
  step: null,
  kind: 'threshold',
  op: 'above',
  value: '',
  direction: 'either',
  by: 30,
  byUnit: 'percent',
  sensitivity: 'medium',
  forIntervals: 1,
  marginPercent: 5,
  recoveryIntervals: 1,
  isReminded: false,
  webhookIds: [],
};

/** A new alert on a query begins with what is unusual, which needs no number. */
export function newDraft(query: Query | undefined): AlertDraft {
  if (query === undefined) return fresh;
  const interval =
    'interval' in query && query.interval === 'week'
      ? 'week'
      : 'interval' in query && query.interval === 'hour'
        ? 'hour'
        : 'day';
  return { ...fresh, query, interval, kind: 'unusual' };
}

export function draftOf(alert: AlertRow): AlertDraft {
  const { condition } = alert;
  return {
    ...fresh,
    name: alert.name,
    query: alert.query,
    interval: alert.interval,
    step: alert.step,
    kind: condition.kind,
    ...(condition.kind === 'threshold' ? { op: condition.op, value: condition.value } : {}),
    ...(condition.kind === 'change' ? { by: condition.by, byUnit: condition.unit } : {}),
    ...(condition.kind === 'unusual' ? { sensitivity: condition.sensitivity } : {}),
    ...('direction' in condition ? { direction: condition.direction } : {}),
    forIntervals: alert.for_intervals,
    marginPercent: alert.recovery.margin_percent,
    recoveryIntervals: alert.recovery.intervals,
    isReminded: alert.remind === 'daily',
    webhookIds: alert.webhook_ids,
  };
}

/** Undefined while something is missing. */
export function definitionOf(draft: AlertDraft): AlertDefinition | undefined {
  const condition = conditionOf(draft);
  if (draft.query === undefined || condition === undefined) return undefined;
  return {
    query: draft.query,
    interval: draft.interval,
    ...(draft.query.kind === 'funnel' && draft.step !== null ? { step: draft.step } : {}),
    condition,
    for_intervals: draft.forIntervals,
    recovery: { margin_percent: draft.marginPercent, intervals: draft.recoveryIntervals },
  };
}

function conditionOf(draft: AlertDraft): Condition | undefined {
  const { kind, op, value, direction, by, byUnit, sensitivity } = draft;
  switch (kind) {
    case 'threshold':
      return value === '' ? undefined : { kind, op, value };
    case 'change':
      return by === '' || by <= 0 ? undefined : { kind, direction, by, unit: byUnit };
    case 'unusual':
      return { kind, direction, sensitivity };
  }
}
