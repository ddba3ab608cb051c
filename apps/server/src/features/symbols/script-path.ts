/** The path of a script, without what differs between where it was built and where it ran. */
export function scriptPath(address: string): string {
  const end = address.search(/[?#]/);
  return (end === -1 ? address : address.slice(0, end))
    .replace(/^(?:address at )/, '')
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replaceAll('\\', '/')
    .replace(/^(?:~|\.{1,2})?\/+/, '')
    .replace(/^(?:\.\/)+/, '');
}

/** How many parts two paths have in common when one is the end of the other; 0 when it is not. */
export function commonParts(one: string, other: string): number {
  const [shorter, longer] = one.length <= other.length ? [one, other] : [other, one];
  if (shorter === '' || !(longer === shorter || longer.endsWith(`/${shorter}`))) return 0;
  return shorter.split('/').length;
}
