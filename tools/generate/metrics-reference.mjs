/** @typedef {{ kind: string, name: string, labels: readonly string[], sentence: string }} MetricRow */

/** @param {Readonly<Record<string, MetricRow>>} table */
export function metricsReference(table) {
  return [
    '# Metrics',
    '',
    'What `GET /metrics` shows, as Prometheus text, to callers on this machine itself (on loopback, and not through a proxy) or with the operator token. Units are in the names.',
    '',
    '| Name | Kind | Labels | What it is |',
    '| --- | --- | --- | --- |',
    ...Object.values(table).map(
      ({ name, kind, labels, sentence }) =>
        `| \`${name}\` | ${kind} | ${labels.map((label) => `\`${label}\``).join(', ') || '–'} | ${sentence} |`,
    ),
    '',
  ].join('\n');
}
