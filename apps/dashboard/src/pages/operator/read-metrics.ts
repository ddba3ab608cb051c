/** Values of a Prometheus exposition by name, summed over labels that are not asked for. */
export interface MetricSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+\d+)?$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

export function readMetrics(text: string): readonly MetricSample[] {
  return text.split('\n').flatMap((written): MetricSample[] => {
    const [, name, labels = '', value] = line.exec(written.trim()) ?? [];
    if (name === undefined || value === undefined) return [];
    return [{ name, labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) }];
  });
}

function readLabels(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(label)].map(([, name = '', value = '']) => [name, value.replace(/\\(.)/g, unescaped)]),
  );
}

const unescaped = (_: string, sign: string): string => (sign === 'n' ? '\n' : sign);

/** The sum of all samples of a name that carry these labels; undefined when there is none. */
export function sumOf(
  samples: readonly MetricSample[],
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const matching = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  return matching.length === 0 ? undefined : matching.reduce((sum, { value }) => sum + value, 0);
}
