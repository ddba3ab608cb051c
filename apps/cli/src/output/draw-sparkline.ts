const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Values as a line of blocks from 0 up; more values than characters are summed up to as many. */
export function drawSparkline(values: readonly number[], width: number): string {
  const shown = values.length > width ? sumInto(values, width) : values;
  const max = Math.max(0, ...shown);
  const min = Math.min(0, ...shown);
  const span = max - min;
  if (span === 0) return LEVELS[0].repeat(shown.length);
  return shown.map((value) => levelOf((value - min) / span)).join('');
}

function levelOf(share: number): string {
  return LEVELS[Math.min(LEVELS.length - 1, Math.floor(share * LEVELS.length))] ?? LEVELS[0];
}

function sumInto(values: readonly number[], width: number): number[] {
  const sums = Array.from({ length: width }, () => 0);
  values.forEach((value, index) => {
    const at = Math.floor((index * width) / values.length);
    sums[at] = (sums[at] ?? 0) + value;
  });
  return sums;
}
