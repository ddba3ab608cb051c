import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { BUILT_IN_METRICS } from './built-in-metrics.ts';
import { NAMES_OF_TYPES, SYSTEM_EVENTS } from './system-events.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['apps', 'packages'].flatMap((parent) =>
  readdirSync(`${root}${parent}`).map((name) => `${parent}/${name}/src`),
);
const sources = folders.flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.(test|contract)\.tsx?$|-completion\.ts$/.test(file))
    .map((file) => `${folder}/${file}`)
    // They name what other products call theirs.
    .filter(
      (file) =>
        !/^apps\/(?:cli\/src\/(?:import\/formats|as-code\/foreign-flags)|server\/src\/features\/compat)\//.test(file),
    ),
);

/** Texts that begin with a dollar and name something else; scripts of shells, which are left out, are full of them. */
const others = ['$ref', '$defs', '$schema', '$comment', '$id', '$environment', '$project', '$key'];

test('no source names an event or metric of Lamppost that is not in its table', () => {
  expect(sources.length).toBeGreaterThan(500);
  const known = new Set<string>([...Object.values(SYSTEM_EVENTS), ...Object.keys(BUILT_IN_METRICS), ...others]);
  const unknown = sources.flatMap((file) =>
    [...readFileSync(`${root}${file}`, 'utf8').matchAll(/['"`](\$[a-z]+(?:_[a-z]+)*)['"`]/g)]
      .map(([, name = '']) => name)
      .filter((name) => !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('names of types are names of the table', () => {
  expect(NAMES_OF_TYPES).toEqual({ page: '$pageview', screen: '$screen', identify: '$identify', group: '$group' });
});
