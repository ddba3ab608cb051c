import { expect, test } from 'vitest';
import { readBrowserVersion } from './read-browser-version.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const cases: [name: string, userAgent: string, version: string | undefined][] = [
  ['Chrome', `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0.0.0 Safari/537.36`, '150'],
  ['Edge', `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/149.0.0.0`, '149'],
  ['Opera', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/150.0.0.0 Safari/537.36 OPR/120.0.0.0`, '120'],
  ['Firefox', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', '145'],
  ['Safari on macOS', `Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Version/18.6 Safari/605.1.15`, '18.6'],
  ['Safari on an iPhone', `${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`, '26'],
  ['Chrome on an iPhone', `${iPhone} CriOS/150.0.0.0 Mobile/15E148 Safari/604.1`, '150'],
  ['something else', 'curl/8.0', undefined],
];
for (const [name, userAgent, version] of cases)
  test(`readBrowserVersion: ${name}`, () => expect(readBrowserVersion(userAgent)).toBe(version));
