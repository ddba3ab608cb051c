import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const lookEveryMs = 50;
/** No build takes this long: anyone who has the number of the holder now is somebody else. */
const longestMs = 600_000;

/**
 * Runs the task while no other process holds the file. A holder that is no more, however it ended, holds nothing.
 * @param {string} file
 * @param {() => Promise<void>} task
 */
export async function holdLock(file, task) {
  while (!take(file)) {
    if (isLeftBehind(file)) removeLeftBehind(file);
    else await sleep(lookEveryMs);
  }
  try {
    await task();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The file appears whole, with the number of this process, or not at all. @param {string} file */
function take(file) {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${process.pid}`);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Only anyone who has the second file removes the first, and looks once more before: between two looks somebody else may
 * have removed it and taken it anew.
 * @param {string} file
 */
function removeLeftBehind(file) {
  const removal = `${file}.removal`;
  if (take(removal)) {
    if (isLeftBehind(file)) rmSync(file, { force: true });
    rmSync(removal, { force: true });
  } else if (isLeftBehind(removal)) rmSync(removal, { force: true });
}

/** @param {string} file */
function isLeftBehind(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    return !isAlive(holder) || Date.now() - statSync(file).mtimeMs > longestMs;
  } catch (error) {
    // Let go of in the meantime.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;
