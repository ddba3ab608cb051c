interface Ordered {
  readonly status: string;
}

/** Newest first, but what was rolled back does not top the list: the newest release that stands does. */
export function orderReleases<R extends Ordered>(releases: readonly R[]): readonly R[] {
  const newest = releases.findIndex(({ status }) => status !== 'rolled_back');
  const top = releases[newest];
  if (top === undefined || newest === 0) return releases;
  return [top, ...releases.slice(0, newest), ...releases.slice(newest + 1)];
}
