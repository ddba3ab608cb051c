import type { TrendLine } from '@lamppost/protocol';
import type { FoundLine, TrendFound } from '../queries/trends/found-lines.ts';
import { type BreakdownValues, breakdownName, shownValues } from '../queries/trends/trend-breakdown.ts';
import { evaluateFormula } from './formula/evaluate-formula.ts';
import { parseFormula } from './formula/parse-formula.ts';
import { smoothPoints } from './smooth-points.ts';
import { breakdownFields, type TimeseriesQuery, type TrendSeries } from './trend-series.ts';

/** What was found in a period: each series in its order, each with as many points as there are starts. */
export interface FoundPeriod {
  readonly found: readonly TrendFound[];
  readonly isoStarts: readonly string[];
}

/** A place of the breakdown, or the only one there is. */
export interface TrendPlace {
  readonly place: number;
  readonly values: BreakdownValues;
}

/** Of everything that was found, so that all series and periods have the same. */
export function trendPlaces(query: TimeseriesQuery, found: readonly TrendFound[]): readonly TrendPlace[] {
  if (breakdownFields(query).length === 0) return [{ place: 0, values: [] }];
  const places = new Map(found.flatMap(({ lines }) => lines.map(({ place, values }) => [place, values] as const)));
  return [...places].sort(([a], [b]) => a - b).map(([place, values]) => ({ place, values }));
}

/** The lines of a period as results carry them. */
export function composeTrend(
  query: TimeseriesQuery,
  series: readonly TrendSeries[],
  places: readonly TrendPlace[],
  { found, isoStarts }: FoundPeriod,
): TrendLine[] {
  const zeros = isoStarts.map(() => 0);
  const byPlace = found.map(({ lines }) => new Map(lines.map((line): [number, FoundLine] => [line.place, line])));
  const pointsAt = (index: number, place: number): readonly number[] => byPlace[index]?.get(place)?.points ?? zeros;
  const shown = [...shownSeries(query, series, pointsAt), ...shownFormulas(query, series, pointsAt)];
  const fieldCount = breakdownFields(query).length;
  return shown.flatMap(({ name, is, figuresAt }) =>
    places.map(({ place, values }): TrendLine => {
      const { figures, ...counts } = figuresAt(place);
      const breakdown = shownValues(place, values, fieldCount);
      const value = breakdownName(place, breakdown);
      return {
        name: fieldCount === 0 ? name : shown.length === 1 ? value : `${name} · ${value}`,
        ...is,
        ...(fieldCount === 0 ? {} : { breakdown }),
        ...counts,
        points: smoothPoints(figures, query).map((figure, at) => ({ bucketIso: isoStarts[at] ?? '', value: figure })),
      };
    }),
  );
}

type PointsAt = (index: number, place: number) => readonly number[];

interface Shown {
  readonly name: string;
  readonly is: Pick<TrendLine, 'series' | 'formula'>;
  readonly figuresAt: (place: number) => { readonly figures: readonly number[]; readonly undefinedPoints?: number };
}

function shownSeries(query: TimeseriesQuery, series: readonly TrendSeries[], pointsAt: PointsAt): readonly Shown[] {
  if (query.formulas !== undefined && query.showSeries !== true) return [];
  const hasLetters = query.series !== undefined || query.formulas !== undefined;
  return series.map(({ name, letter }, index) => ({
    name,
    is: hasLetters ? { series: letter } : {},
    figuresAt: (place) => ({ figures: pointsAt(index, place) }),
  }));
}

function shownFormulas(query: TimeseriesQuery, series: readonly TrendSeries[], pointsAt: PointsAt): readonly Shown[] {
  return (query.formulas ?? []).map(({ expression, name }, index) => {
    const formula = parseFormula(expression, series.length);
    return {
      name: name ?? expression,
      is: { formula: index },
      figuresAt: (place) => {
        const rows = series.map((_, at) => pointsAt(at, place));
        const values = (rows[0] ?? []).map((__, at) =>
          evaluateFormula(
            formula,
            rows.map((row) => row[at] ?? 0),
          ),
        );
        const undefinedPoints = values.filter((value) => value === undefined).length;
        return { figures: values.map((value) => value ?? 0), undefinedPoints };
      },
    };
  });
}
