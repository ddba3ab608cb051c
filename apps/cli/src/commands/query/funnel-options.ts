import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { collect } from '../cli.ts';
import { omitUndefined, readChoice } from '../read-options.ts';

export interface FunnelOptions {
  readonly order?: string;
  readonly exclude?: readonly string[];
  readonly same?: string;
  readonly attribution?: string;
  readonly view?: string;
  readonly interval?: string;
  readonly correlate?: readonly string[];
}

export const withFunnelOptions = (command: Command): Command =>
  command
    .option('--order <order>', 'ordered, strict (nothing else between two steps) or any')
    .option(
      '--exclude <event>',
      'Exclude people who did this between the steps; "error:0-1" for between these two, counted from 0; repeat for more',
      collect,
    )
    .option('--same <field>', 'Has the same value at every step, such as event_properties.order_id')
    .option('--attribution <step>', 'With --by: the value at the first step or at the last one reached')
    .option('--view <view>', 'steps, trend (conversion over time), times (to convert) or correlation')
    .option('--interval <interval>', 'With --view trend: hour, day, week or month; day when absent')
    .option(
      '--correlate <what>',
      'With --view correlation: events, or a field such as platform; repeat for more',
      collect,
    );

/** The members of a query that these options say. */
export function readFunnelOptions(options: FunnelOptions): Partial<Wire['FunnelQuery']> {
  const { order, exclude, same, attribution, view, interval, correlate } = options;
  const isTrend = view === 'trend';
  return omitUndefined({
    order: order && readChoice(order, ['ordered', 'strict', 'any'], '--order'),
    exclusions: exclude?.map(readExclusion),
    holdConstant: same,
    breakdownAttribution: attribution && readChoice(attribution, ['first', 'last'], '--attribution'),
    view: view && readChoice(view, ['steps', 'trend', 'times', 'correlation'], '--view'),
    interval:
      interval === undefined && !isTrend
        ? undefined
        : readChoice(interval ?? 'day', ['hour', 'day', 'week', 'month'], '--interval'),
    correlate: correlate && {
      events: correlate.includes('events'),
      fields: correlate.filter((what) => what !== 'events'),
    },
  }) as Partial<Wire['FunnelQuery']>;
}

/** `error`, or `error:0-1`. */
function readExclusion(text: string): Wire['FunnelExclusion'] {
  const [, event = text, from, to] = /^(.+):(\d+)-(\d+)$/s.exec(text) ?? [];
  return from === undefined ? { event } : { event, fromStep: Number(from), toStep: Number(to) };
}
