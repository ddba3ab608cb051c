import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestServer } from '../harness/server.ts';
import { faultsOfAnswer, missingIn, readShown } from './check-json.ts';
import { expectMoved } from './expect-moved.ts';
import { blocksOf, type GuideBlock, guidePages } from './guide-blocks.ts';
import { GuideShell } from './guide-shell.ts';
import { checkedElsewhere, notRunHere, runElsewhere } from './not-run-here.ts';
import { prepare } from './prepare-guides.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
/** Docker, systemd, proxies, other machines, what serves until it is stopped, and accounts elsewhere. */
const MAX_NOT_RUN = 27;
const all = guidePages.flatMap(blocksOf);
const isRun = ({ page, name }: GuideBlock): boolean =>
  notRunHere[name] === undefined && runElsewhere[page] === undefined;
const isFile = ({ about }: GuideBlock): boolean => /^[\w./-]+\.\w+$/.test(about[0] ?? '');

let server: TestServer;
const shells: GuideShell[] = [];
beforeAll(async () => {
  server = await TestServer.start();
  await server.waitForStore();
});
afterAll(async () => {
  await server.dispose();
  await Promise.all(shells.map(({ folder }) => rm(folder, { recursive: true, force: true, maxRetries: 3 })));
});

describe('every block of every guide is run or checked', () => {
  test('a block is of a language that is run or checked here, or a test elsewhere checks it', () => {
    const here = new Set(['sh', 'json', 'ts', 'tsx', 'js', '']);
    const unchecked = all.filter(({ language, name }) => !here.has(language) && checkedElsewhere[name] === undefined);
    expect(unchecked.map(({ name }) => name)).toEqual([]);
    expect(all.length).toBeGreaterThan(130);
    const names = new Set(all.map(({ name }) => name));
    expect(Object.keys(checkedElsewhere).filter((name) => !names.has(name))).toEqual([]);
  });

  test('what is not run has a reason, and there is little of it', () => {
    const names = new Set(all.filter(({ language }) => language === 'sh').map(({ name }) => name));
    expect(Object.keys(notRunHere).filter((name) => !names.has(name))).toEqual([]);
    expect(Object.keys(notRunHere).length).toBeLessThanOrEqual(MAX_NOT_RUN);
    const tests = [
      ...Object.values(notRunHere).map(({ checkedBy }) => checkedBy),
      ...Object.values(runElsewhere),
      ...Object.values(checkedElsewhere),
    ];
    for (const file of tests)
      if (file !== undefined) expect([file, existsSync(inRepository(file))]).toEqual([file, true]);
  });

  test('blocks without a language show what is printed, and no command', () => {
    const plain = all.filter(({ language }) => language === '');
    const commands = plain.filter(({ code }) => /^(?:\$ |curl |npm |npx |lamppost |docker |export )/m.test(code));
    expect(commands.map(({ name }) => name)).toEqual([]);
  });

  test('scripts are files that commands of the page run', () => {
    const scripts = all.filter(({ language, name }) => language === 'js' && checkedElsewhere[name] === undefined);
    const unrun = scripts.filter(({ page, about: [file = ''] }) =>
      blocksOf(page).every((block) => block.language !== 'sh' || !isRun(block) || !block.code.includes(`node ${file}`)),
    );
    expect(unrun.map(({ name }) => name)).toEqual([]);
  });
});

describe('answers that are shown are those of the API', () => {
  for (const block of all.filter(({ language }) => language === 'json')) {
    test(`${block.page}:${block.line} ${block.about.join(' ')}`, () => {
      if (isFile(block)) expect(readShown(block.code).values).toHaveLength(1);
      // Bodies, and parts of them, are sent below.
      else if (block.about[0] === 'answer') expect(faultsOfAnswer(block)).toEqual([]);
      else expect(['body', 'part']).toContain(block.about[0]);
    });
  }
});

const pages = guidePages.filter((page) => runElsewhere[page] === undefined);
// Each page has a project and a directory of its own.
describe.concurrent('commands work, in the order of the page', () => {
  for (const page of pages) {
    const blocks = blocksOf(page);
    const commands = blocks.filter((block) => block.language === 'sh' && isRun(block));
    const bodies = blocks.filter(
      ({ language, about }) => language === 'json' && ['body', 'part'].includes(about[0] ?? ''),
    );
    const sources = blocks.filter(({ language }) => language === 'ts' || language === 'tsx');
    if (commands.length + bodies.length + sources.length === 0) continue;
    test(page, { timeout: 180_000 }, async () => {
      const shell = await GuideShell.create(server, page.replace(/\.md$/, ''));
      shells.push(shell);
      const samples = inRepository(`apps/server/test/docs/samples/${page.replace(/\.md$/, '')}`);
      if (existsSync(samples)) await cp(samples, shell.folder, { recursive: true });
      for (const block of blocks.filter(isFile)) await save(shell, block);
      await prepare[page]?.({ server, shell });
      const outcome = await shell.run(commands);
      expect(outcome.code, `${outcome.line}\n${outcome.text}`).toBe(0);
      for (const block of bodies) await expectTaken(shell, block, blocks[blocks.indexOf(block) + 1]);
      await expectMoved[page]?.({ server, shell });
      if (sources.length > 0) await expectCompiles(shell, sources);
    });
  }
});

async function save(shell: GuideShell, { about, code }: GuideBlock): Promise<void> {
  const file = join(shell.folder, about[0] ?? '');
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}

/** What the API asks of a body beside the part that a guide shows. */
const rests: Readonly<Record<string, object>> = { '/v1/crashes/report': { platform: 'web', exception_type: 'Error' } };

/** A body that a guide shows is sent as it stands there; an answer that is shown next has nothing that the real one has not. */
async function expectTaken(shell: GuideShell, block: GuideBlock, next: GuideBlock | undefined): Promise<void> {
  const [what, method = '', path = '', member] = block.about;
  for (const value of readShown(block.code).values) {
    const body = what === 'part' ? { ...rests[path], ...(value as object) } : { [member ?? '']: value };
    const response = await server.request(path, { method, body: JSON.stringify(body), key: shell.secretKey });
    const text = await response.text();
    expect(response.ok, `${block.page}:${block.line} ${text}`).toBe(true);
    if (next?.about[0] !== 'answer' || next.about[2] !== path) continue;
    expect(missingIn(JSON.parse(text), readShown(next.code).values[0])).toEqual([]);
  }
}

/** What an app would install, beside what the commands of the page have installed. */
async function linkPackages(folder: string): Promise<void> {
  if (!existsSync(folder)) return symlink(inRepository('node_modules'), folder);
  const names = (await readdir(inRepository('node_modules'))).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    const inScope = name.startsWith('@') ? await readdir(inRepository(`node_modules/${name}`)) : [''];
    await mkdir(join(folder, name.startsWith('@') ? name : ''), { recursive: true });
    for (const part of inScope) {
      const link = join(folder, name, part);
      if (!existsSync(link)) await symlink(inRepository(join('node_modules', name, part)), link);
    }
  }
}

/** As strict as TypeScript is, against the SDKs as they are published. */
async function expectCompiles(shell: GuideShell, blocks: readonly GuideBlock[]): Promise<void> {
  const files: string[] = [];
  for (const block of blocks) {
    const named = isFile(block) ? block : { ...block, about: [`line-${block.line}.${block.language}`] };
    await save(shell, named);
    files.push(named.about[0] ?? '');
  }
  await linkPackages(join(shell.folder, 'node_modules'));
  await writeFile(
    join(shell.folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' },
        ...{ jsx: 'react-jsx', lib: ['es2022', 'dom'], types: [], skipLibCheck: true },
      },
      files,
    }),
  );
  let text = '';
  try {
    execFileSync(process.execPath, [inRepository('node_modules/.bin/tsc'), '-p', shell.folder], { encoding: 'utf8' });
  } catch (error) {
    text = (error as { stdout: string }).stdout;
  }
  expect(text).toBe('');
}
