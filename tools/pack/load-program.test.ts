import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inRepository } from '../run/paths.mjs';

const HASH_BYTES = 32;
const folder = mkdtempSync(join(tmpdir(), 'lamppost-load-'));

/** A program of two bundles that answers with a word each time it is asked, until nobody asks any more. */
function writeProgram(name: string, word: string): string {
  const path = join(folder, name);
  cpSync(inRepository('tools/pack/load-program.cjs'), join(path, 'load-program.cjs'));
  writeFileSync(
    join(path, 'main.cjs'),
    `const { word } = require('./word.cjs');
     const { join } = require('node:path');
     process.stdin.on('data', () => process.stdout.write(join(word(), new URL('.', __url).protocol) + ' '));`,
  );
  writeFileSync(join(path, 'word.cjs'), `exports.word = () => '${word}';`);
  return path;
}

interface Running {
  readonly process: ChildProcess;
  ask(): Promise<string>;
  end(): Promise<number | null>;
}

function run(program: string): Running {
  const loader = join(program, 'load-program.cjs');
  const child = spawn(process.execPath, ['-e', `require(${JSON.stringify(loader)}).load('main.cjs')`]);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.pipe(process.stderr);
  return {
    process: child,
    ask: async () => {
      output = '';
      child.stdin.write('?');
      await vi.waitUntil(() => output.endsWith(' '), { timeout: 30_000 });
      return output.trim();
    },
    end: () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.stdin.end();
      }),
  };
}

async function answerOf(program: string): Promise<string> {
  const running = run(program);
  const answer = await running.ask();
  expect(await running.end()).toBe(0);
  return answer;
}

const compiledOf = (program: string, bundle: string): string => {
  const names = readdirSync(join(program, 'compiled'));
  return join(program, 'compiled', names.find((name) => name.startsWith(`${bundle}-`)) ?? '');
};

const hashOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

let one: string;
let two: string;
let blocked: string;

/** Each program once, until its compiled code is stored. */
beforeAll(async () => {
  [one, two, blocked] = [writeProgram('one', 'one'), writeProgram('two', 'two'), writeProgram('blocked', 'one')];
  // As root one may write into every folder, but not into a file.
  writeFileSync(join(blocked, 'compiled'), '');
  const [inBlocked, ...others] = [blocked, one, two].map(run) as [Running, Running, Running];
  expect(await Promise.all([inBlocked, ...others].map((running) => running.ask()))).toEqual([
    'one/file:',
    'one/file:',
    'two/file:',
  ]);
  for (const program of [one, two]) {
    for (const bundle of ['main.cjs', 'word.cjs']) {
      await vi.waitUntil(() => existsSync(join(program, 'compiled')) && existsSync(compiledOf(program, bundle)), {
        timeout: 60_000,
      });
    }
  }
  // It was started first, so it has tried by now.
  expect(await inBlocked.ask()).toBe('one/file:');
  expect(await Promise.all([inBlocked, ...others].map((running) => running.end()))).toEqual([0, 0, 0]);
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('code that was compiled before runs in place of the source', async () => {
  const program = join(folder, 'swapped');
  cpSync(one, program, { recursive: true });
  const file = compiledOf(program, 'word.cjs');
  const [ofOne, ofTwo] = [readFileSync(file), readFileSync(compiledOf(two, 'word.cjs'))];
  const code = ofTwo.subarray(2 * HASH_BYTES);
  writeFileSync(file, Buffer.concat([ofOne.subarray(0, HASH_BYTES), hashOf(code), code]));
  expect(await answerOf(program)).toBe('two/file:');
});

test('a bundle that has changed is compiled anew, also when it is as long as before', async () => {
  const program = join(folder, 'changed');
  cpSync(one, program, { recursive: true });
  cpSync(join(two, 'word.cjs'), join(program, 'word.cjs'));
  expect(await answerOf(program)).toBe('two/file:');
});

test('compiled code that was damaged is not used', async () => {
  const program = join(folder, 'damaged');
  cpSync(one, program, { recursive: true });
  const file = compiledOf(program, 'word.cjs');
  const stored = readFileSync(file);
  const code = Buffer.from(readFileSync(compiledOf(two, 'word.cjs')).subarray(2 * HASH_BYTES));
  // Other code than was hashed: what V8 itself would run.
  writeFileSync(file, Buffer.concat([stored.subarray(0, 2 * HASH_BYTES), code]));
  expect(await answerOf(program)).toBe('one/file:');
  writeFileSync(file, stored.subarray(0, HASH_BYTES));
  expect(await answerOf(program)).toBe('one/file:');
});

test('a program whose folder belongs to others runs without', () => {
  expect(readFileSync(join(blocked, 'compiled'), 'utf8')).toBe('');
});
