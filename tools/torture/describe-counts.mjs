/** @param {string} name in camelCase */
const words = (name) =>
  name
    .replace(/Ms$/, '')
    .replaceAll(/([A-Z]|\d+)/g, ' $1')
    .toLowerCase()
    .trim();

/** @param {string} name @param {unknown} value */
function describeFigure(name, value) {
  if (typeof value !== 'number') return `${words(name)} ${JSON.stringify(value)}`;
  return `${value.toLocaleString('en-US')}${name.endsWith('Ms') ? ' ms' : ''} ${words(name)}`;
}

/**
 * What the tests of a scenario counted, in a sentence.
 * @param {import('./reliability-page.mjs').ScenarioRun} run
 */
export function describeCounts({ counts, tests, skipped, controls }) {
  const recorded = counts.map(({ what, counts: figures }) => {
    const parts = Object.entries(figures).map(([name, value]) => describeFigure(name, value));
    return `${what}: ${parts.join(', ')}`;
  });
  const ran = [
    `${tests} tests`,
    ...(controls === 0
      ? []
      : [controls === 1 ? '1 of them a negative control' : `${controls} of them negative controls`]),
    ...(skipped === 0 ? [] : [`${skipped} not possible on that machine`]),
  ];
  return [...recorded, ran.join(', ')].join('; ');
}
