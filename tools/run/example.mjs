import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { runShown } from './child.mjs';
import { ensureBuilt, ensureSdks } from './ensure-built.mjs';
import { ensureInstalled } from './ensure-installed.mjs';
import { inRepository } from './paths.mjs';
import { StepFailed } from './step-failed.mjs';
import { tellArrivals } from './tell-arrivals.mjs';
import { startThrowawayServer } from './throwaway-server.mjs';

/** Every folder of examples that can be started. */
const exampleNames = () =>
  readdirSync(inRepository('examples'))
    .filter((name) => existsSync(manifestOf(name)))
    .sort();
const manifestOf = (/** @type {string} */ name) => inRepository(`examples/${name}/package.json`);
const say = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/**
 * Starts an example with the Lamppost that LAMPPOST_URL names, with LAMPPOST_KEY, the publishable one, and
 * LAMPPOST_SECRET_KEY where it has a server; or with a Lamppost of its own, which is thrown away at the end.
 * @param {readonly string[]} args the name of the example; `--built` takes server and SDKs as they are
 */
export async function example(args) {
  const [name = ''] = args;
  const isBuilt = args.includes('--built');
  if (!exampleNames().includes(name))
    throw new StepFailed(`Which example? There are ${exampleNames().join(', ')}: npm run example -- vanilla`);
  if (!isBuilt) {
    await ensureInstalled();
    await ensureSdks();
  }
  if (process.env.LAMPPOST_URL) return await runExample(name, {});

  if (!isBuilt) await ensureBuilt();
  const server = await startThrowawayServer();
  const { base_url: url, owner, keys } = server.bootstrap;
  const { publishable, secret } = keys.production;
  let stopTelling = () => {};
  try {
    await openLampShop(url, secret);
    say(`Lamppost is at ${url}: sign in as ${owner.email} with ${owner.password}. Ctrl-C ends and removes it.`);
    stopTelling = tellArrivals(url, secret, (line) => say(`  · ${line}`));
    const env = { LAMPPOST_URL: url, LAMPPOST_KEY: publishable, LAMPPOST_SECRET_KEY: secret };
    return await runExample(name, env);
  } finally {
    await server.stop();
    stopTelling();
  }
}

/** @param {string} name @returns {{ scripts: { start: string } }} */
const readManifest = (name) => JSON.parse(readFileSync(manifestOf(name), 'utf8'));

/**
 * As `npm start` in its folder, without npm in between, which would not wait for its end.
 * @param {string} name
 * @param {NodeJS.ProcessEnv} env beside that of this process
 */
async function runExample(name, env) {
  const [, ...args] = readManifest(name).scripts.start.split(' ');
  const { code } = await runShown({
    command: process.execPath,
    args,
    cwd: inRepository(`examples/${name}`),
    env: { ...process.env, ...env },
  });
  return code;
}

/**
 * The flags and experiments that the examples read.
 * @param {string} url
 * @param {string} key
 */
async function openLampShop(url, key) {
  const { flags, experiments } = JSON.parse(readFileSync(inRepository('examples/lamp-shop.json'), 'utf8'));
  const post = async (/** @type {string} */ path, /** @type {unknown} */ body = {}) => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new StepFailed(`${path} answered ${answer.status}: ${await answer.text()}`);
  };
  for (const flag of flags) await post('/v1/flags', flag);
  for (const experiment of experiments) {
    await post('/v1/experiments', experiment);
    await post(`/v1/experiments/${experiment.key}/start`);
  }
}
