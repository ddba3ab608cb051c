// Makes the fixtures of a version: see spec/fixtures/README.md.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { repositoryRoot } from '../run/paths.mjs';
import { makeSdkStates } from './make-sdk-states.mjs';
import { pack } from './pack.mjs';
import { recordAnswers } from './record-answers.mjs';
import { tellBeginning, tellDayBefore, tellEnd, tellMiddle } from './story/tell-story.mjs';
import { makeTeller } from './story/teller.mjs';
import { restoreBackup, VersionServer } from './version-server.mjs';
import { waitUntil } from './wait-until.mjs';

const { values } = parseArgs({ options: { of: { type: 'string' }, to: { type: 'string' } } });
const checkout = resolve(values.of ?? repositoryRoot);
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
const target = resolve(values.to ?? join(repositoryRoot, 'spec/fixtures', version));
const folder = mkdtempSync(join(tmpdir(), 'lamppost-fixtures-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');
const backupDir = join(folder, 'backups');
const nowMs = Date.now();

/** @param {Record<string, string>} env @param {string} [directory] */
const start = (env, directory = dataDir) => VersionServer.start(checkout, directory, env);

/** @param {import('./story/teller.mjs').Teller} teller @returns {Promise<string>} the folder of the backup */
async function backUp({ operator }) {
  const { id, name } = await operator('POST', '/v1/backups', {});
  await waitUntil('the backup is done', async () => (await operator('GET', `/v1/jobs/${id}`)).status === 'done');
  return join(backupDir, name);
}

const untilCompressed = () =>
  waitUntil('a segment is compressed', () =>
    readdirSync(join(dataDir, 'log'), { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('.gz')),
  );

/** Tells the whole story to one server after the other; the last is killed while it has not loaded everything. */
async function makeDataDirectory() {
  const bootstrapFile = join(folder, 'bootstrap.json');
  const first = await start({ LP_BOOTSTRAP_FILE: bootstrapFile, LP_ERASE_WITHIN_HOURS: '0' });
  const { operator_token, owner, keys } = JSON.parse(readFileSync(bootstrapFile, 'utf8'));
  /** @type {import('./story/teller.mjs').Access} */
  const access = { operator: operator_token, keys, members: [{ ...owner, role: 'owner' }] };
  await tellBeginning(makeTeller(first.api, access, nowMs));
  await first.stop();

  const second = await start({ LP_BACKUP_DIR: backupDir });
  const teller = makeTeller(second.api, access, nowMs);
  await tellMiddle(teller, { backUp: () => backUp(teller), untilCompressed });
  const sdkStates = await makeSdkStates(checkout, second.url, access, join(folder, 'sdks'));
  // Anyone who asks for releases makes those of versions that data shows, and the clients above have shown two more.
  await waitUntil('versions became releases', async () => (await teller.admin('GET', '/v1/releases')).length === 6);
  await tellDayBefore(teller);
  second.stopLoading();
  await tellEnd(teller);
  await second.kill();
  return { access, sdkStates };
}

/**
 * Starts this version on a directory, and asks it for everything.
 * @template T
 * @param {string} directory
 * @param {import('./story/teller.mjs').Access} access
 * @param {(teller: import('./story/teller.mjs').Teller) => Promise<T>} then while it runs
 */
async function openAndAsk(directory, access, then) {
  const server = await start({ LP_BACKUP_DIR: backupDir }, directory);
  try {
    const teller = makeTeller(server.api, access, nowMs);
    const answers = await recordAnswers(teller);
    return { answers, result: await then(teller) };
  } finally {
    await server.stop();
  }
}

/** @param {string} name @param {boolean} hasStore */
function copyOfData(name, hasStore) {
  const copy = join(folder, name);
  cpSync(dataDir, copy, { recursive: true });
  if (!hasStore) rmSync(join(copy, 'store'), { recursive: true });
  return copy;
}

/**
 * @param {readonly import('./record-answers.mjs').Answered[]} expected
 * @param {readonly import('./record-answers.mjs').Answered[]} found
 * @param {string} where
 */
function compare(expected, found, where) {
  for (const [at, { name, status, answer }] of expected.entries()) {
    const other = found[at];
    if (other?.status === status && isDeepStrictEqual(other.answer, answer)) continue;
    throw new Error(`${where}: ${name}\n${JSON.stringify(answer)}\n${JSON.stringify(other?.answer)}`);
  }
}

const { access, sdkStates } = await makeDataDirectory();
const dataArchive = pack(dataDir);
const madeAt = new Date().toISOString();
const { answers, result: backup } = await openAndAsk(copyOfData('as-it-is', true), access, backUp);
const nothing = () => Promise.resolve();
const rebuilt = await openAndAsk(copyOfData('without-store', false), access, nothing);
compare(answers, rebuilt.answers, 'without the store');
await restoreBackup(checkout, backup, join(folder, 'restored'));
compare(answers, (await openAndAsk(join(folder, 'restored'), access, nothing)).answers, 'restored');

mkdirSync(join(target, 'sdks'), { recursive: true });
writeFileSync(join(target, 'data.tar.gz'), dataArchive);
writeFileSync(join(target, 'backup.tar.gz'), pack(backup));
/** @param {string} file @param {unknown} content */
const write = (file, content) => writeFileSync(join(target, file), `${JSON.stringify(content, null, 2)}\n`);
write('access.json', { version, made_at: madeAt, ...access });
writeFileSync(join(target, 'expected.ndjson'), answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''));
for (const [name, state] of Object.entries(sdkStates)) write(`sdks/${name}.json`, state);
