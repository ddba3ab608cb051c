/**
 * A README as it is packed: links that lead out of the package, or to a file that is not in it, become the text that they
 * stand on; of guides it is said where they are.
 * @param {string} text
 * @param {(path: string) => boolean} isPacked
 */
export function unlinkReadme(text, isPacked) {
  return text.replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, label, target) => {
    const [path = ''] = target.split('#');
    if (/^(?:[a-z]+:|#)/.test(target) || isPacked(path)) return whole;
    const guide = /docs\/.*\.md$/.exec(path)?.[0];
    return guide === undefined ? label : `${label} (${guide} in the repository of Lamppost)`;
  });
}
