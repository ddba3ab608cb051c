import { emptyInsight, type FunnelExclusion, type FunnelStep, type Insight, type TrendSeries } from '../insight.ts';

export type WrittenInsight = Readonly<Record<string, unknown>>;
type Members = Record<string, unknown>;

/** A query as it stands in an address: what is as it always is, is left out. Undefined when that is everything. */
export function writeInsight(insight: Insight): WrittenInsight | undefined {
  const written = withoutNothing(membersOf(insight));
  return Object.keys(written).length === 0 ? undefined : written;
}

function membersOf(insight: Insight): Members {
  switch (insight.kind) {
    case 'timeseries': {
      const series = insight.series.map(writeSeries);
      const isUntouched = series.length === 1 && Object.keys(series[0] ?? {}).length === 0;
      const [breakdown, ...more] = insight.breakdowns;
      return {
        series: isUntouched ? undefined : series,
        formulas: unlessEmpty(insight.formulas.map(withoutNothing)),
        showsSeries: insight.showsSeries || undefined,
        filters: unlessEmpty(insight.filters),
        breakdown: more.length === 0 ? breakdown : insight.breakdowns,
        limit: insight.breakdownLimit,
        interval: unless('auto', insight.interval),
        chart: unless('line', insight.chart),
        smoothing: unless('none', insight.smoothing),
        compare: unless('none', insight.compare),
        countBy: insight.countBy,
      };
    }
    case 'funnel': {
      const steps = insight.steps.map(writeStep);
      const isUntouched = steps.length === 2 && steps.every((step) => Object.keys(step).length === 0);
      return {
        steps: isUntouched ? undefined : steps,
        order: unless('ordered', insight.order),
        exclusions: unlessEmpty(insight.exclusions.map(writeExclusion)),
        hold: insight.holdConstant,
        filters: unlessEmpty(insight.filters),
        breakdown: insight.breakdown,
        attribution: unless('first', insight.attribution),
        window: unless('7d', insight.conversionWindow),
        view: unless('steps', insight.view),
        interval: unless('auto', insight.interval),
        countBy: insight.countBy,
      };
    }
    case 'retention':
      return {
        cohort: insight.cohortEvent,
        return: insight.returnEvent,
        interval: unless('day', insight.interval),
        mode: unless('on', insight.mode),
        start: unless('first_in_range', insight.start),
        breakdown: insight.breakdown,
        filters: unlessEmpty(insight.filters),
        unit: unless('percent', insight.unit),
        countBy: insight.countBy,
      };
    case 'paths':
      return {
        start: insight.startEvent,
        end: insight.endEvent,
        depth: unless(5, insight.depth),
        excluded: unlessEmpty(insight.excluded),
        groups: unlessEmpty(insight.groups),
        property: insight.nodeProperty,
        system: insight.showsSystem || undefined,
        filters: unlessEmpty(insight.filters),
      };
    case 'lifecycle':
    case 'stickiness':
      return {
        event: insight.event,
        interval: unless('day', insight.interval),
        filters: unlessEmpty(insight.filters),
        countBy: insight.countBy,
      };
    case 'distribution':
      return {
        event: insight.event,
        field: insight.field,
        buckets: unless(emptyInsight('distribution').buckets, insight.buckets),
        filters: unlessEmpty(insight.filters),
      };
    case 'sql':
      return { sql: unless('', insight.sql) };
  }
}

const writeSeries = ({ event, aggregation, field, of, filters, name }: TrendSeries): Members =>
  withoutNothing({
    event,
    aggregation: unless('count', aggregation),
    field,
    of: unless('average', of),
    filters: unlessEmpty(filters),
    name,
  });

const writeStep = ({ event, filters }: FunnelStep): Members => withoutNothing({ event, filters: unlessEmpty(filters) });

const writeExclusion = ({ event, filters, fromStep, toStep }: FunnelExclusion): Members =>
  withoutNothing({ event, filters: unlessEmpty(filters), from: unless(0, fromStep), to: toStep });

const unless = <T>(usual: T, value: T): T | undefined => (value === usual ? undefined : value);

const unlessEmpty = <T>(items: readonly T[]): readonly T[] | undefined => (items.length === 0 ? undefined : items);

const withoutNothing = (members: object): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== null));
