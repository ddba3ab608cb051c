/** `browser-0.1.0.tgz` in its parts. */
export interface SdkFileName {
  readonly name: string;
  readonly version: string;
}

const form = /^([a-z][a-z-]*)-(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\.tgz$/;

/** Undefined for what is no tarball of an SDK. */
export function readSdkFileName(file: string): SdkFileName | undefined {
  const [, name, version] = form.exec(file) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}

/** Later versions come later, as semver has it: a release after what leads to it. */
export function compareVersions(a: string, b: string): number {
  const [first, second] = [partsOf(a), partsOf(b)];
  for (const at of [0, 1, 2]) {
    const difference = (first.numbers[at] ?? 0) - (second.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (first.tag === second.tag) return 0;
  if (first.tag === '' || second.tag === '') return first.tag === '' ? 1 : -1;
  return first.tag.localeCompare(second.tag, 'en', { numeric: true });
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly tag: string } {
  const [numbers = '', ...tag] = version.split('-');
  return { numbers: numbers.split('.').map(Number), tag: tag.join('-') };
}
