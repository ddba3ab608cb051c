import type { Wire } from '@lamppost/protocol';
import { formatShortNumber } from '../../design/format/format-number.ts';
import type { Tone } from '../../design/primitives/status-badge.tsx';

export type AlertRow = Wire['AlertAnswer']['data'];
export type AlertPreview = Wire['AlertPreviewAnswer']['data'];
export type AlertState = AlertRow['state'];
export type Condition = Wire['AlertCondition'];

export const stateWords: Readonly<Record<AlertState, { readonly tone: Tone; readonly label: string }>> = {
  ok: { tone: 'good', label: 'OK' },
  pending: { tone: 'warn', label: 'Pending' },
  firing: { tone: 'bad', label: 'Firing' },
  no_data: { tone: 'neutral', label: 'No data' },
  error: { tone: 'bad', label: 'Error' },
};

/** A new alert has no state before its first check. */
export const stateOf = ({ state, checked_at: checkedAt }: AlertRow) =>
  checkedAt === null ? ({ tone: 'neutral', label: 'Not checked yet' } as const) : stateWords[state];

export const intervalWords = { hour: 'Hour', day: 'Day', week: 'Week' } as const;

const units: Readonly<Record<string, string>> = { percent: ' %', ms: ' ms', mb: ' MB' };

export const unitOf = (unit: AlertRow['unit']): string => (units[unit] ?? '').trim();

/** Shares near 100 % differ in their decimals. */
export const formatValue =
  (unit: AlertRow['unit']) =>
  (value: number): string =>
    `${unit === 'percent' ? String(Math.round(value * 100) / 100) : formatShortNumber(value)}${units[unit] ?? ''}`;

const ways = { up: 'up', down: 'down', either: 'up or down' } as const;

/** "Above 500 in an hour" */
export function conditionWords({
  condition,
  interval,
  unit,
}: Pick<AlertRow, 'condition' | 'interval' | 'unit'>): string {
  const format = formatValue(unit);
  switch (condition.kind) {
    case 'threshold':
      return `${condition.op === 'above' ? 'Above' : 'Below'} ${format(condition.value)} in ${interval === 'hour' ? 'an' : 'a'} ${interval}`;
    case 'change': {
      const by = condition.unit === 'percent' ? `${condition.by} %` : format(condition.by);
      return `${by} ${ways[condition.direction]} from the ${interval} before`;
    }
    case 'unusual': {
      const what = { up: 'Unusually high', down: 'Unusually low', either: 'Unusual' }[condition.direction];
      return `${what} for the ${interval}, ${condition.sensitivity} sensitivity`;
    }
  }
}

export const toldWords: Readonly<Record<string, string>> = {
  sent: 'Message sent',
  muted: 'Muted, no message',
  held_back: 'Too many messages, held back',
  none: '',
};
