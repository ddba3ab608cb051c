import type { Wire } from '@lamppost/protocol';

type Results = Wire['ExperimentResults'];
type MetricResult = Wire['MetricResult'];

const COLUMNS = ['segment', 'metric', 'event_name', 'metric_type', 'variant_key', 'time', 'measure', 'value'] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Every number of the results, one a line, so that any tool can filter and pivot it. Numbers are not rounded. */
export function resultsCsv(results: Results): string {
  const rows: Row[] = [
    ...numbers({}, { confidence_level: results.confidence_level, srm_p_value: results.srm.p_value }),
    ...numbers({}, { excluded_units: results.excluded_units, unknown_units: results.unknown_units }),
    ...numbers({}, { days_to_go: results.days_to_go }),
    ...exposureRows({}, results.exposures),
    ...results.metrics.flatMap((metric, at) => metricRows({ metric: at + 1 }, metric)),
    ...(results.segments ?? []).flatMap(({ value: segment, exposures, metrics }) => [
      ...exposureRows({ segment }, exposures),
      ...metrics.flatMap((metric, at) => metricRows({ segment, metric: at + 1 }, metric)),
    ]),
  ];
  const lines = rows.map((row) => COLUMNS.map((column) => cell(row[column])).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}

const exposureRows = (of: Row, exposures: Results['exposures']): Row[] =>
  exposures.flatMap(({ variant_key, units, expected_units }) =>
    numbers({ ...of, variant_key }, { exposed_units: units, expected_units }),
  );

function metricRows(of: Row, metric: MetricResult): Row[] {
  const own = { ...of, event_name: metric.event_name, metric_type: metric.metric_type };
  const { cap, ignored_values, variance_reduction, theta, margin } = metric;
  return [
    ...numbers(own, { cap, ignored_values, variance_reduction, theta, margin }),
    ...metric.variants.flatMap(({ variant_key, interval, interval_abs, series = [], ...variant }) => {
      const { reason: _, decision: __, ...figures } = variant;
      return [
        ...numbers({ ...own, variant_key }, { ...figures, ...ends('interval', interval) }),
        ...numbers({ ...own, variant_key }, ends('interval_abs', interval_abs)),
        ...series.flatMap(({ at: time, interval: band, ...point }) =>
          numbers({ ...own, variant_key, time }, { ...point, ...ends('interval', band) }),
        ),
      ];
    }),
  ];
}

const ends = (name: string, range: readonly [number, number] | null): Record<string, number | null> => ({
  [`${name}_lower`]: range?.[0] ?? null,
  [`${name}_upper`]: range?.[1] ?? null,
});

const numbers = (of: Row, figures: Readonly<Record<string, number | null>>): Row[] =>
  Object.entries(figures).map(([measure, value]) => ({ ...of, measure, value }));

/** What a spreadsheet would take for a formula; an apostrophe in front makes it text again. */
const FORMULA = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u;

function cell(value: string | number | null | undefined): string {
  const isFormula = typeof value === 'string' && FORMULA.test(value);
  const text = value === null || value === undefined ? '' : `${isFormula ? "'" : ''}${value}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
