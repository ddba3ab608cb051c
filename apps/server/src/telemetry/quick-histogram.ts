import type { Histogram, Registry } from 'prom-client';

/** What was observed with one set of labels. */
export class HistogramSeries {
  readonly labels: Readonly<Record<string, string>>;
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sum = 0;
  #count = 0;

  constructor(labels: Readonly<Record<string, string>>, bounds: readonly number[]) {
    this.labels = labels;
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let at = 0;
    while (at < bounds.length && value > (bounds[at] as number)) at += 1;
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#count += 1;
    this.#sum += value;
  }

  /** As Prometheus wants it: each bucket with all that are below it. */
  values(name: string): HistogramValue[] {
    let below = 0;
    const buckets = this.#bounds.map((bound, at) => {
      below += this.#counts[at] as number;
      return this.#value(`${name}_bucket`, below, { le: String(bound) });
    });
    return [
      ...buckets,
      this.#value(`${name}_bucket`, this.#count, { le: '+Inf' }),
      this.#value(`${name}_sum`, this.#sum),
      this.#value(`${name}_count`, this.#count),
    ];
  }

  #value(metricName: string, value: number, own: Readonly<Record<string, string>> = {}): HistogramValue {
    return { metricName, value, labels: { ...own, ...this.labels } };
  }
}

interface HistogramValue {
  readonly metricName: string;
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
}

/** A histogram of prom-client, but for observing: that one makes sure of labels and builds a key of them each time. */
export class QuickHistogram {
  readonly #bounds: readonly number[];
  readonly #series: HistogramSeries[] = [];

  constructor(name: string, help: string, bounds: readonly number[], registry: Registry) {
    this.#bounds = bounds;
    const get = async () => ({
      name,
      help,
      type: 'histogram',
      aggregator: 'sum',
      values: this.#series.flatMap((series) => series.values(name)),
    });
    // The registry asks its metrics for no more than this.
    registry.registerMetric({ name, get } as unknown as Histogram);
  }

  /** To be kept by the caller, who asks for the same labels once. */
  series(labels: Readonly<Record<string, string>> = {}): HistogramSeries {
    const series = new HistogramSeries(labels, this.#bounds);
    this.#series.push(series);
    return series;
  }
}
