import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Session } from 'chdb';

/**
 * The engine of ClickHouse behind as much of its HTTP interface as its official client uses: `serve.mjs <port> <folder>`.
 * What it holds stands in the folder, so one that was killed goes on where it was. For tests only: there is no sign-in.
 */
const [port, folder] = process.argv.slice(2);
const SESSIONS = 6;
const scratch = join(folder, 'uploads');
rmSync(scratch, { recursive: true, force: true });
mkdirSync(scratch, { recursive: true });

/** One statement runs in a session at a time. @type {Session[]} */
const free = Array.from({ length: SESSIONS }, () => new Session(join(folder, 'data')));
/** @type {((session: Session) => void)[]} */
const waiting = [];
let uploads = 0;

/** @param {(session: Session) => Promise<unknown>} work */
async function inSession(work) {
  const session = free.pop() ?? (await new Promise((resolve) => waiting.push(resolve)));
  try {
    return await work(session);
  } finally {
    const next = waiting.shift();
    if (next === undefined) free.push(session);
    else next(session);
  }
}

/** Members of the address that are no settings of the engine. */
const notSettings = new Set(['query', 'database', 'default_format', 'query_id', 'session_id', 'session_timeout']);
const ofHttpOnly = /^(wait_end_of_query|enable_http_compression|send_progress_in_http_headers|http_|cancel_http_)/;

/** @param {URLSearchParams} params */
function settingsOf(params) {
  return [...params].filter(([name]) => !notSettings.has(name) && !name.startsWith('param_') && !ofHttpOnly.test(name));
}

const literal = (/** @type {string} */ text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * @param {Session} session
 * @param {string} sql
 * @param {URLSearchParams} params
 */
async function run(session, sql, params) {
  await session.queryAsync(`USE \`${params.get('database') ?? 'default'}\``);
  const settings = settingsOf(params);
  try {
    for (const [name, value] of settings) await session.queryAsync(`SET ${name} = ${literal(value)}`);
    const format = params.get('default_format') ?? 'TabSeparated';
    // As text: the engine reads it as the type that the statement names.
    for (const [name, value] of params) {
      if (name.startsWith('param_')) await session.queryAsync(`SET ${name} = ${literal(value)}`);
    }
    return Buffer.from((await session.queryAsync(sql, { format })).bytes());
  } finally {
    for (const [name] of settings) await session.queryAsync(`SET ${name} = DEFAULT`);
  }
}

/** @param {import('node:http').IncomingMessage} request */
const unpacked = (request) => (request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request);

/** @param {import('node:http').IncomingMessage} request @param {URL} url */
async function answer(request, url) {
  const inAddress = url.searchParams.get('query');
  if (inAddress === null) {
    const pieces = [];
    for await (const piece of unpacked(request)) pieces.push(piece);
    const sql = Buffer.concat(pieces).toString('utf8');
    return await inSession((session) => run(session, sql, url.searchParams));
  }
  const path = join(scratch, `${++uploads}`);
  try {
    await pipeline(unpacked(request), createWriteStream(path));
    const sql = inAddress.replace(/\bFORMAT\s+(\w+)\s*$/i, `FROM INFILE ${literal(path)} FORMAT $1`);
    return await inSession((session) => run(session, sql, url.searchParams));
  } finally {
    rmSync(path, { force: true });
  }
}

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/ping') return response.end('Ok.\n');
  try {
    const result = await answer(request, url);
    response.writeHead(200, {
      'content-type': 'text/plain',
      'x-clickhouse-query-id': url.searchParams.get('query_id') ?? '',
    });
    response.end(result);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = /^Code: (\d+)/.exec(message)?.[1] ?? '1000';
    response.writeHead(code === '159' ? 408 : 500, { 'x-clickhouse-exception-code': code });
    response.end(message);
  }
});
server.listen(Number(port), '127.0.0.1', () => console.info('ready'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(0));
