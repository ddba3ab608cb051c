import type { MetricDimension } from './queries/performance.ts';

const plain = ['version', 'device', 'country', 'os', 'platform', 'network_type'] as const;

const isPlain = (text: string): text is (typeof plain)[number] => (plain as readonly string[]).includes(text);

/** `version`, `flag:<key>` and so on; undefined for what is none. */
export function readDimension(text: string): MetricDimension | undefined {
  if (isPlain(text)) return { kind: text };
  const [, kind, key] = /^(flag|experiment):(.{1,128})$/s.exec(text) ?? [];
  return (kind === 'flag' || kind === 'experiment') && key !== undefined ? { kind, key } : undefined;
}
