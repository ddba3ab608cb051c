/** How a name ends that stands for more than a count. */
const units = new Map([
  ['Ms', ' ms'],
  ['Mb', ' MB'],
  ['Percent', ' %'],
  ['PerSecond', '/s'],
]);

/** @param {string} name in camelCase */
const words = (name) =>
  name
    .replaceAll(/([A-Z])/g, ' $1')
    .toLowerCase()
    .trim();

/** @param {string} name @param {unknown} value @returns {string} */
function describeFigure(name, value) {
  const [suffix, unit] = [...units].find(([end]) => name.endsWith(end)) ?? ['', undefined];
  const called = words(name.slice(0, name.length - suffix.length));
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([member, figure]) => `${member} ${figured(figure)}${unit ?? ''}`);
    return `${called} (${members.join(', ')})`;
  }
  return unit === undefined ? `${figured(value)} ${called}` : `${called} ${figured(value)}${unit}`;
}

/** @param {unknown} value */
const figured = (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : String(value));

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
    `${tests} ${tests === 1 ? 'test' : 'tests'}`,
    ...(controls === 0
      ? []
      : [controls === 1 ? '1 of them a negative control' : `${controls} of them negative controls`]),
    ...(skipped === 0 ? [] : [`${skipped} not possible on that machine`]),
  ];
  return [...recorded, ran.join(', ')].join('; ');
}
