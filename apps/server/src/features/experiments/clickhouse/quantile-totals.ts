import { quantileRanks } from '@lamppost/statistics/experiments';
import type { ClickhouseReader } from '../../../analytics/clickhouse/queries/clickhouse-reader.ts';
import type { Cell } from '../../../engines/clickhouse/clickhouse-client.ts';
import type { ComputedMetric } from '../queries/computed-metrics.ts';
import type { GroupQuantile, UnitGroup } from '../queries/experiment-statistics.ts';
import {
  type CountedQuantile,
  effectiveSize,
  QUANTILES,
  type QuantileType,
  sizeOfPart,
} from '../queries/quantile-sizes.ts';
import { momentColumns, momentsIn } from './metric-totals.ts';
import { byGroup, groupIn, numberIn } from './statement-rows.ts';

export interface ObservationsOptions {
  /** `SELECT id, variant, segment, ms, found`; found is NULL for what is no number. Found anew by every statement. */
  readonly rows: string;
  readonly breakdown: string | undefined;
  /** Until when each point of the series counts. */
  readonly endsMs: readonly number[];
}

/** Some of the observations: of a group, all or those before a moment. */
interface Part extends Omit<CountedQuantile, 'value'> {
  readonly untilMs?: number;
}

type Valued = Part & Pick<CountedQuantile, 'value'>;

/** So many values are held for one statement; more are asked for by several. */
const MAX_HELD_VALUES = 20_000_000;

/** Observations of a metric, of which it is known how many there are of each group, and by the end of each point. */
export class Observations {
  readonly #reader: ClickhouseReader;
  readonly #rows: string;
  readonly #options: ObservationsOptions;
  readonly #groups: readonly Part[];
  readonly #points: readonly Part[];
  readonly ignored: number;

  static async count(reader: ClickhouseReader, options: ObservationsOptions): Promise<Observations> {
    const { rows, breakdown, endsMs } = options;
    const { segment, groupBy } = byGroup(breakdown);
    const columns = endsMs.map((untilMs, at) => {
      const isBefore = `found IS NOT NULL AND ms < ${untilMs}`;
      return `, countIf(${isBefore}) AS observations_${at}, uniqExactIf(id, ${isBefore}) AS units_${at}`;
    });
    const counted = await reader.objects(
      `SELECT variant, ${segment}, uniqExactIf(id, found IS NOT NULL) AS units, count(found) AS observations,
        countIf(found IS NULL) AS ignored ${columns.join('')} FROM (${rows}) ${groupBy}`,
    );
    const wholes = counted.filter((row) => row.segment_or_all === null);
    const partsIn = (some: typeof counted, suffix: string, more: { untilMs?: number }): readonly Part[] =>
      some
        .map((row) => ({
          ...groupIn(row),
          units: numberIn(row, `units${suffix}`),
          observations: numberIn(row, `observations${suffix}`),
          ...more,
        }))
        .filter(({ observations }) => observations > 0);
    const points = endsMs.flatMap((untilMs, at) => partsIn(wholes, `_${at}`, { untilMs }));
    const ignored = wholes.reduce((sum, row) => sum + numberIn(row, 'ignored'), 0);
    return new Observations(reader, options, { groups: partsIn(counted, '', {}), points, ignored });
  }

  private constructor(
    reader: ClickhouseReader,
    options: ObservationsOptions,
    counted: { readonly groups: readonly Part[]; readonly points: readonly Part[]; readonly ignored: number },
  ) {
    this.#reader = reader;
    this.#options = options;
    this.#rows = `(SELECT id, variant, segment, ms, assumeNotNull(found) AS v FROM (${options.rows}) WHERE found IS NOT NULL)`;
    this.#groups = counted.groups;
    this.#points = counted.points;
    this.ignored = counted.ignored;
  }

  async quantiles(type: QuantileType): Promise<Pick<ComputedMetric<GroupQuantile>, 'groups' | 'points'>> {
    const { endsMs } = this.#options;
    if (this.#groups.length === 0) return { groups: [], points: endsMs.map((untilMs) => ({ untilMs, groups: [] })) };
    const probability = QUANTILES[type];
    const parts = [...this.#groups, ...this.#points];
    const found = await this.#valuesAt(
      parts.map((part) => ({ part, ranks: [discreteRank(probability, part.observations)] })),
    );
    const valued = parts.map((part, at): Valued => ({ ...part, value: found[at]?.[0] ?? null }));
    const groups = valued.slice(0, this.#groups.length);
    const sizes = await this.#effectiveSizes(probability, groups);
    const whole = groups.map((group, at) => ({ ...group, effectiveObservations: sizes[at] ?? 0, bounds: null }));
    const bounded = await this.#withBounds(
      probability,
      valued.map((part, at) => ({ part, size: sizes[at] ?? sizeOfPart(part, whole) })),
    );
    const pointsAt = (wanted: number | undefined): readonly GroupQuantile[] =>
      bounded.filter(({ untilMs }) => untilMs === wanted).map(({ untilMs: _, ...group }) => group);
    return { groups: pointsAt(undefined), points: endsMs.map((untilMs) => ({ untilMs, groups: pointsAt(untilMs) })) };
  }

  /** How many independent observations those of each group are worth. */
  async #effectiveSizes(probability: number, groups: readonly Valued[]): Promise<readonly number[]> {
    const isBelow = (some: readonly Valued[]): string =>
      some.map((group) => `(${isOf(group)} AND v <= toFloat64(${group.value ?? 0}))`).join(' OR ') || 'false';
    const [wholes, segments] = [
      groups.filter(({ segment }) => segment === null),
      groups.filter(({ segment }) => segment !== null),
    ];
    const { segment, groupBy } = byGroup(this.#options.breakdown);
    const units = `SELECT variant, segment, count() AS x, countIf(${isBelow(wholes)}) AS of_whole,
      countIf(${isBelow(segments)}) AS of_segment FROM ${this.#rows} GROUP BY id, variant, segment`;
    const rows = await this.#reader.objects(
      `SELECT variant, ${segment}, ${momentColumns('of_whole', 'x', 0)}, ${momentColumns('of_segment', 'x', 1)}
        FROM (${units}) ${groupBy}`,
    );
    const [ofWholes, ofSegments] = [momentsIn(rows, 0), momentsIn(rows, 1)];
    return groups.map((group) => {
      const moments = (group.segment === null ? ofWholes : ofSegments).find(
        ({ variant, segment: own }) => variant === group.variant && own === group.segment,
      );
      return effectiveSize(probability, group, moments ?? NOTHING);
    });
  }

  /** The observations between which the true quantile lies. */
  async #withBounds(
    probability: number,
    sized: readonly { readonly part: Valued; readonly size: number }[],
  ): Promise<readonly (GroupQuantile & Part)[]> {
    const asked = sized.map(({ part, size }) => {
      const ranks = quantileRanks(probability, size);
      const ends = ranks.kind === 'ok' ? [ranks.lowerProbability, ranks.upperProbability] : [];
      return { part, ranks: ends.map((end) => discreteRank(end, part.observations)) };
    });
    const found = await this.#valuesAt(asked);
    return sized.map(({ part, size }, at) => {
      const [lower, upper] = found[at] ?? [];
      const bounds: GroupQuantile['bounds'] = lower === undefined || upper === undefined ? null : [lower, upper];
      return { ...part, effectiveObservations: size, bounds };
    });
  }

  /** The observations at these places, in ascending order and counted from 1, for each part. */
  async #valuesAt(asked: readonly RankedPart[]): Promise<readonly (readonly number[])[]> {
    const found: (readonly number[])[] = asked.map(() => []);
    const places = [...asked.keys()].filter((at) => asked[at]?.ranks.length !== 0);
    for (const batch of batchesOf(places, (at) => asked[at]?.part.observations ?? 0)) {
      const columns = batch.map((at) => valuesSql(asked[at]));
      const [row = []] = await this.#reader.rows(`SELECT ${columns.join(', ')} FROM ${this.#rows}`);
      for (const [index, at] of batch.entries()) found[at] = ((row[index] ?? []) as readonly Cell[]).map(Number);
    }
    return found;
  }
}

interface RankedPart {
  readonly part: Part;
  readonly ranks: readonly number[];
}

function valuesSql(asked: RankedPart | undefined): string {
  if (asked === undefined) throw new Error('every place is one of a part');
  const { part, ranks } = asked;
  const condition = part.untilMs === undefined ? isOf(part) : `${isOf(part)} AND ms < ${part.untilMs}`;
  // Half a place below, so that rounding leaves the place as it is.
  return `quantilesExactIf(${ranks.map((rank) => (rank - 0.5) / part.observations).join(', ')})(v, ${condition})`;
}

const NOTHING = { y: { mean: 0, variance: 0 }, x: { mean: 0, variance: 0 }, covariance: 0 } as const;

const isOf = ({ variant, segment }: UnitGroup): string =>
  `variant = ${variant}${segment === null ? '' : ` AND segment = ${segment}`}`;

/** The place of the discrete quantile, as DuckDB's quantile_disc finds it. */
const discreteRank = (probability: number, count: number): number =>
  Math.max(1, count - Math.floor(count - probability * count));

function batchesOf<T>(items: readonly T[], sizeOf: (item: T) => number): readonly (readonly T[])[] {
  const batches: T[][] = [];
  let held = Number.POSITIVE_INFINITY;
  for (const item of items) {
    if (held + sizeOf(item) > MAX_HELD_VALUES) {
      batches.push([]);
      held = 0;
    }
    batches.at(-1)?.push(item);
    held += sizeOf(item);
  }
  return batches;
}
