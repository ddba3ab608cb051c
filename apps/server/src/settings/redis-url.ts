/** What is wrong with an address of Redis; undefined when it can be used. */
export function faultOfRedisUrl({ hostname, pathname, search, hash, username, password }: URL): string | undefined {
  if (hostname === '') return 'must name a host, as in redis://10.0.0.5:6379';
  if (!/^\/?\d{0,4}$/.test(pathname)) return 'must end with the number of a database, such as /0, or with nothing';
  if (search !== '' || hash !== '') return 'must have nothing after the number of the database';
  if (!isDecodable(username) || !isDecodable(password))
    return 'has an unescaped % in its user or password: write %25 instead';
  return undefined;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
