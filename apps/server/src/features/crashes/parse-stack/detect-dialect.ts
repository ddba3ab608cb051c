import { readAppleFrame } from './apple-frame.ts';
import { readAtLine } from './at-line.ts';
import { readAtSignLine } from './at-sign-line.ts';
import type { StackDialect } from './parsed-stack.ts';

/** What one line looks like. `at-sign` fits Firefox and JavaScriptCore, `android-threads` decides alone. */
type Look = Exclude<StackDialect, 'unknown'> | 'at-sign' | 'android-threads';

const linesLookedAt = 300;
const appleMark =
  /^(?:Incident Identifier:|Last Exception Backtrace:|Thread \d{1,5} Crashed:|Exception Type:\s{1,40}EXC_)/;
const androidNativeFrame = /^(?:native: )?#\d{1,4}\s{1,9}pc\s/;
const androidThread = /^"[^"]{0,200}"(?: daemon)? prio=\d/;
const javaName = /^[^\s():"']{3,600}$/;
const javaPlace =
  /^(?:[^\s/:]{1,200}\.(?:java|kt|kts|scala|groovy|clj)(?::-?\d{1,9})?|(?:SourceFile|Unknown Source|PG|r8-map-id-[0-9a-f]{1,128})(?::-?\d{1,9})?|Native Method|[DR]8\$\$SyntheticClass(?::\d{1,9})?|)$/;
const firefoxMark = /^[^@]*(?:\/<|\*)[^@]*@| > (?:eval|Function)(?::|$)/;
const javascriptcoreMark = /\[native code\]$|^(?:global|eval|module) code@|\.jsbundle:/;
const applePlatform = /^(?:ios|ipados|macos|tvos|watchos|visionos)$/i;

/** What most of the lines look like; the platform only breaks ties between engines that write alike. */
export function detectDialect(lines: readonly string[], platform = ''): StackDialect {
  const looks = new Map<Look, number>();
  for (const line of lines.slice(0, linesLookedAt)) {
    const look = lookOf(line.trim());
    if (look !== undefined) looks.set(look, (looks.get(look) ?? 0) + 1);
  }
  if (looks.has('android-threads')) return 'java-kotlin';
  const sum = (...names: readonly Look[]) => names.reduce((total, name) => total + (looks.get(name) ?? 0), 0);
  const isFirefox = looks.has('firefox') || !applePlatform.test(platform);
  const candidates: readonly (readonly [StackDialect, number])[] = [
    ['apple', sum('apple')],
    ['java-kotlin', sum('java-kotlin')],
    ['android-native', sum('android-native')],
    [looks.has('hermes') ? 'hermes' : 'v8', sum('hermes', 'v8')],
    [
      looks.has('javascriptcore') || !isFirefox ? 'javascriptcore' : 'firefox',
      sum('javascriptcore', 'firefox', 'at-sign'),
    ],
  ];
  const [dialect, max] = candidates.reduce((best, next) => (next[1] > best[1] ? next : best));
  return max === 0 ? 'unknown' : dialect;
}

function lookOf(text: string): Look | undefined {
  if (text.startsWith('at ')) return lookOfAtLine(text);
  if (appleMark.test(text) || readAppleFrame(text) !== undefined) return 'apple';
  if (androidThread.test(text)) return 'android-threads';
  if (androidNativeFrame.test(text)) return 'android-native';
  if (readAtSignLine(text) === undefined) return undefined;
  if (javascriptcoreMark.test(text)) return 'javascriptcore';
  return firefoxMark.test(text) ? 'firefox' : 'at-sign';
}

function lookOfAtLine(text: string): Look | undefined {
  const at = readAtLine(text);
  if (at === undefined) return undefined;
  const { name, location } = at;
  if (location === undefined) return 'v8';
  if (location.startsWith('address at ') || location === 'native') return 'hermes';
  return javaPlace.test(location) && javaName.test(name) && name.includes('.') ? 'java-kotlin' : 'v8';
}
