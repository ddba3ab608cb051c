import { knownInsightQuery } from '@lamppost/protocol';
import type { Dashboard, Widget } from '../../dashboards/dashboard-store.ts';
import type { DigestFrequency, DigestPeriod } from '../digest-schedule.ts';
import { type Block, type BlockContent, cutText } from './block.ts';
import {
  readDistribution,
  readFunnel,
  readLifecycle,
  readPaths,
  readRetention,
  readStickiness,
} from './read-behaviour.ts';
import { readMeasures } from './read-measures.ts';
import { readLift, readSqlRows } from './read-table.ts';
import { readTrend } from './read-trend.ts';
import type { WidgetReading } from './widget-reading.ts';

export const MAX_WIDGETS = 12;

export interface DigestReading {
  readonly frequency: DigestFrequency;
  readonly period: DigestPeriod;
  readonly timezone: string;
  readonly run: WidgetReading['run'];
  /** Whether the store, and not the query, is to blame. */
  readonly isOutage: (error: unknown) => boolean;
}

export interface DigestContent {
  readonly blocks: readonly Block[];
  /** Widgets for which there was no room. */
  readonly leftOut: number;
}

/**
 * The widgets of a dashboard in the order in which people see them. A query that fails is one line; where the store does
 * not answer any of them, that is rejected, and the digest is made later.
 */
export async function readDigest({ widgets }: Dashboard, reading: DigestReading): Promise<DigestContent> {
  const inOrder = widgets.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);
  const shown = inOrder.slice(0, MAX_WIDGETS);
  const blocks: Block[] = [];
  const outages: unknown[] = [];
  for (const widget of shown) {
    const { id: widgetId, query } = widget;
    const name = cutText(widget.name) || query.kind;
    try {
      blocks.push({ widgetId, name, ...(await readBlock(widget, reading)) });
    } catch (error) {
      if (reading.isOutage(error)) outages.push(error);
      const said = 'The query of this widget failed. Open the dashboard to see why.';
      blocks.push({ widgetId, name, figures: [], error: said });
    }
  }
  if (outages.length > 0 && outages.length === shown.length) throw outages[0];
  return { blocks, leftOut: inOrder.length - shown.length };
}

async function readBlock(widget: Widget, digest: DigestReading): Promise<BlockContent> {
  const { query } = knownInsightQuery(widget.query);
  const reading: WidgetReading = { ...digest, viz: widget.viz };
  switch (query.kind) {
    case 'timeseries':
      return await readTrend(query, reading);
    case 'funnel':
      return await readFunnel(query, reading);
    case 'retention':
      return await readRetention(query, reading);
    case 'lifecycle':
      return await readLifecycle(query, reading);
    case 'stickiness':
      return await readStickiness(query, reading);
    case 'distribution':
      return await readDistribution(query, reading);
    case 'paths':
      return await readPaths(query, reading);
    case 'crash_free':
    case 'crashes':
    case 'performance':
      return await readMeasures(query, reading);
    case 'experiment':
      return readLift(await reading.run(query));
    case 'sql':
      return readSqlRows(await reading.run(query), widget.viz);
  }
}
