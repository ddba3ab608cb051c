import { runKept } from './child.mjs';
import { inRepository } from './paths.mjs';

/** npm installs these without a word when the registry has no binary for the machine. `from` is who depends on them. */
const nativeModules = [
  { name: '@duckdb/node-api', from: 'apps/server' },
  { name: '@photostructure/sqlite', from: 'apps/server' },
  { name: '@node-rs/argon2', from: 'apps/server' },
  { name: 'rolldown', from: '.' },
];
const nativePrograms = ['tsc', 'biome'];

/**
 * Loads each one in a process of its own: a broken binary may end the process that loads it.
 * @returns {Promise<{ name: string, error: string }[]>}
 */
export async function missingBinaries() {
  const trials = [
    ...nativeModules.map(({ name, from }) => ({
      name,
      args: ['--input-type=module', '--eval', `await import(${JSON.stringify(name)})`],
      cwd: inRepository(from),
    })),
    ...nativePrograms.map((name) => ({
      name,
      args: [inRepository(`node_modules/.bin/${name}`), '--version'],
      cwd: inRepository('.'),
    })),
  ];
  const ends = await Promise.all(
    trials.map(async ({ name, args, cwd }) => ({ name, ...(await runKept({ command: process.execPath, args, cwd })) })),
  );
  return ends
    .filter(({ code }) => code !== 0)
    .map(({ name, code, output }) => ({ name, error: firstError(output) || `exit ${code}` }));
}

/** @param {string} output */
const firstError = (output) => /^\w*Error\b.*$/m.exec(output)?.[0] ?? output.trim().split('\n')[0] ?? '';
