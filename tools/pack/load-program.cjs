// Stands beside the bundles of the package as lib/load-program.cjs and runs them.
//
// Compiling two megabytes of JavaScript is a third of a start. V8 can keep what it compiled, so the first start stores it
// beside the bundles, in lib/compiled, and later starts read it from there. Where this process may not write there, every
// start compiles, as it would without this file. Compiled code is used only if
// - it was made of exactly this source: V8 itself compares no more than the length,
// - every byte is as it was written: V8 does not check, and would run what it finds,
// - V8 is of the same version, with the same flags, on the same kind of processor.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { cachedDataVersionTag } = require('node:v8');
const { Script } = require('node:vm');
const { threadId } = require('node:worker_threads');

/** By then a start is over, and everything that it needs has been compiled. */
const STORE_AFTER_MS = 5_000;
const HASH_BYTES = 32;

const folder = join(__dirname, 'compiled');
const tag = cachedDataVersionTag().toString(16);

/** @type {Map<string, { exports: unknown }>} */
const modules = new Map();
/** @type {{ name: string, source: string, script: Script }[]} */
const notStored = [];

/**
 * Runs a bundle, and those that it requires.
 * @param {string} name of a file of this folder
 * @returns {unknown} what it exports
 */
function load(name) {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const path = join(__dirname, name);
  const module = { exports: {} };
  modules.set(name, module);
  const run = compile(name, path).runInThisContext();
  run(module.exports, requireOf(path), module, pathToFileURL(path).href);
  return module.exports;
}

/** @param {string} path */
function requireOf(path) {
  const fromPackages = createRequire(path);
  /** @param {string} id */
  const requireModule = (id) => (id.startsWith('./') ? load(id.slice(2)) : fromPackages(id));
  return Object.assign(requireModule, { resolve: fromPackages.resolve });
}

/**
 * @param {string} name
 * @param {string} path
 */
function compile(name, path) {
  const source = `(function (exports, require, module, __url) {${readFileSync(path, 'utf8')}\n})`;
  const script = new Script(source, { filename: path, cachedData: readStored(name, source) });
  if (script.cachedDataRejected !== false) storeLater({ name, source, script });
  return script;
}

/** @param {string} name */
const storedFile = (name) => join(folder, `${name}-${tag}`);

/** @param {string | Buffer} bytes */
const hashOf = (bytes) => createHash('sha256').update(bytes).digest();

/**
 * @param {string} name
 * @param {string} source
 * @returns {Buffer | undefined}
 */
function readStored(name, source) {
  /** @type {Buffer} */
  let stored;
  try {
    stored = readFileSync(storedFile(name));
  } catch {
    // Not stored yet, or not readable: it is compiled.
    return undefined;
  }
  const code = stored.subarray(2 * HASH_BYTES);
  const hashes = Buffer.concat([hashOf(source), hashOf(code)]);
  return hashes.equals(stored.subarray(0, 2 * HASH_BYTES)) ? code : undefined;
}

/** @param {{ name: string, source: string, script: Script }} compiled */
function storeLater(compiled) {
  notStored.push(compiled);
  if (notStored.length === 1) setTimeout(storeNext, STORE_AFTER_MS).unref();
}

/** One at a time, since each takes the thread for some milliseconds. */
function storeNext() {
  const next = notStored.shift();
  if (next === undefined || !isStored(next)) return;
  setImmediate(storeNext).unref();
}

/** @param {{ name: string, source: string, script: Script }} compiled */
function isStored({ name, source, script }) {
  const code = script.createCachedData();
  const written = join(folder, `.${name}-${process.pid}-${threadId}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(written, Buffer.concat([hashOf(source), hashOf(code), code]));
    // Whole or not at all: another process may be reading.
    renameSync(written, storedFile(name));
    return true;
  } catch {
    // The package belongs to somebody else, or the disk is full: only time is lost.
    notStored.length = 0;
    return false;
  }
}

exports.load = load;
