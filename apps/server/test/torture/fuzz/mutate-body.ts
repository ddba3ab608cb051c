import { gzipSync } from 'node:zlib';
import { below, pick, type Random } from './pick.ts';

/** In JSON text, because some of it is no value of JavaScript. */
const oddValues: readonly ((random: Random) => string)[] = [
  () => 'null',
  () => 'true',
  () => '[]',
  () => '{}',
  () => '""',
  () => '-1',
  () => '1e400',
  () => '-0',
  () => '9007199254740993',
  () => `1${'0'.repeat(400)}`,
  () => '0.1e-320',
  () => '"\\u0000"',
  () => '"\\ud800"',
  () => '"\\udc00x\\ud800"',
  () => `"${'x'.repeat(5_000)}"`,
  () => `"${'é'.repeat(2_000)}"`,
  () => '"../../etc/passwd"',
  () => '"\'; DROP TABLE events; --"',
  () => '"<script>alert(1)</script>"',
  () => '"%00%ff"',
  () => '"0190a6c4-2222-7abc-8def-000000000001"',
  () => '"%other.id%"',
  () => '"9999-12-31T23:59:60Z"',
  () => '"-000001-01-01T00:00:00Z"',
  () => '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}',
  () => '{"toString":1,"hasOwnProperty":2,"length":-1}',
  (random) => `${'['.repeat(1 + below(random, 400))}`,
  (random) => {
    const depth = 1 + below(random, 300);
    return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  },
  (random) => `[${Array.from({ length: below(random, 2_000) }, () => '{}').join(',')}]`,
  (random) => `{${Array.from({ length: below(random, 500) }, (_, at) => `"k${at}":${at}`).join(',')}}`,
];

const MARK = '@@odd@@';

/** Puts a mark at some place of the value: in place of a member, or as one more. */
function withMark(value: unknown, random: Random): unknown {
  if (Array.isArray(value) && value.length > 0 && random() < 0.8) {
    const at = below(random, value.length);
    return value.map((item, index) => (index === at ? withMark(item, random) : item));
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const names = Object.keys(value);
    if (names.length === 0 || random() < 0.1) {
      return { ...value, [pick(random, ['extra', 'id', 'project_id', 'environment_id', '__proto', ''])]: MARK };
    }
    const name = pick(random, names);
    return { ...value, [name]: withMark((value as Record<string, unknown>)[name], random) };
  }
  return MARK;
}

function withoutSome(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const names = Object.keys(value);
  const gone = names.length === 0 ? '' : pick(random, names);
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== gone));
}

const breakText: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, below(random, text.length + 1)),
  (text, random) => {
    const at = below(random, text.length + 1);
    return `${text.slice(0, at)}${pick(random, ['"', '}', ',', '\\', '\u0001', ':', '\ufeff', '[', '//'])}${text.slice(at)}`;
  },
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  () => '',
  () => 'undefined',
  (text) => text.replaceAll('"', "'"),
  (text) => text.replaceAll(/"(\w+)":/g, '"$1":1,"$1":'),
];

const breakBytes: readonly ((bytes: Buffer, random: Random) => Buffer)[] = [
  (bytes, random) => {
    const changed = Buffer.from(bytes);
    for (let count = 1 + below(random, 4); count > 0 && changed.length > 0; count--) {
      changed[below(random, changed.length)] = below(random, 256);
    }
    return changed;
  },
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => gzipSync(bytes),
];

/** The bytes of a valid body, or of one that something is wrong with. */
export function mutateBody(valid: unknown, random: Random): Buffer {
  const choice = random();
  const text = JSON.stringify(valid) ?? '';
  if (choice < 0.3) return Buffer.from(text);
  if (choice < 0.7) {
    const marked = JSON.stringify(withMark(valid, random)).replace('"__proto"', '"__proto__"');
    return Buffer.from(marked.replaceAll(`"${MARK}"`, () => pick(random, oddValues)(random)));
  }
  if (choice < 0.8) return Buffer.from(JSON.stringify(withoutSome(valid, random)) ?? '');
  if (choice < 0.85) return Buffer.from(pick(random, oddValues)(random));
  if (choice < 0.95) return Buffer.from(pick(random, breakText)(text, random));
  return pick(random, breakBytes)(Buffer.from(text), random);
}
