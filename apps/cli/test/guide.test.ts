import { spawn } from 'node:child_process';
import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Lamppost } from './harness/lamppost.ts';

vi.setConfig({ testTimeout: 180_000 });

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const guideText = await readFile(inRepository('docs/guides/cli.md'), 'utf8');

/** Blocks of shell of the guide, each with the heading above it. */
const guide = guideText.split(/^#{2,3} /m).flatMap((part) =>
  [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map((found) => ({
    title: part.split('\n')[0] ?? '',
    script: found[1] ?? '',
  })),
);

/** The only block of the guide in another language. */
const blockOf = (language: string): string =>
  new RegExp(`\`\`\`${language}[^\\n]*\\n([\\s\\S]*?)\`\`\``).exec(guideText)?.[1] ?? '';

let lamppost: Lamppost;

beforeAll(async () => {
  lamppost = await Lamppost.start('lamppost-data');
  const { at, bootstrap } = lamppost;
  // As somebody has it who installed the package: a command, and no key in the environment.
  const command = at.path('bin/lamppost');
  await mkdir(at.path('bin'), { recursive: true });
  await writeFile(
    command,
    `#!/bin/sh\nexec "${process.execPath}" "${inRepository('dist/product/apps/cli/dist/main.js')}" "$@"\n`,
  );
  await chmod(command, 0o755);
  delete at.env.LP_KEY;
  Object.assign(at.env, {
    PATH: `${at.path('bin')}:${process.env.PATH}`,
    OWNER_PASSWORD: bootstrap.owner.password,
    OPERATOR_TOKEN: bootstrap.operator_token,
  });
  await mkdir(at.path('dist'), { recursive: true });
  await writeFile(at.path('dist/app.js.map'), '{"version":3,"sources":["a.ts"],"names":[],"mappings":"AAAA"}');
  await lamppost.ask('/v1/experiments', {
    key: 'button_colour',
    name: 'Button colour',
    variants: [
      { key: 'grey', name: 'Grey', is_control: true, weight: 50 },
      { key: 'blue', name: 'Blue', weight: 50, payload: { colour: 'blue' } },
    ],
    metrics: [{ event_name: 'purchase', metric_type: 'conversion', is_primary: true }],
  });
});
afterAll(() => lamppost.dispose());

function shell(script: string): Promise<{ code: number | null; text: string }> {
  const { LP_KEY: _, ...inherited } = process.env;
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: lamppost.at.folder,
    env: { ...inherited, ...lamppost.at.env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  }
  child.stdin.end();
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
}

describe('every command of the guide works', () => {
  const [first, ...rest] = guide;

  test('the first one starts the server that the others ask', () => {
    expect(first?.script).toBe('lamppost serve --data-dir ./lamppost-data\n');
  });

  for (const { title, script } of rest) {
    test(title, async () => {
      const { code, text } = await shell(script);
      expect(code, text).toBe(0);
    });
  }

  test('the file of flags that is shown is understood, and says what the commands above have made', async () => {
    await writeFile(lamppost.at.path('shown.yaml'), blockOf('yaml'));
    const { code, text } = await shell('lamppost flags plan --file shown.yaml');
    expect(code, text).toBe(0);
    expect(text).toContain('new_checkout');
  });

  test('the configuration that is shown is understood, and the code compiles with what it writes', async () => {
    const folder = lamppost.at.path('shop');
    await mkdir(`${folder}/src`, { recursive: true });
    await writeFile(
      `${folder}/lamppost.config.json`,
      blockOf('json').replace('https://lamppost.example.com', lamppost.at.env.LP_URL ?? ''),
    );
    const paint = 'declare function paint(colour: string): void;\n';
    await writeFile(`${folder}/src/app.ts`, paint + blockOf('ts'));
    await symlink(inRepository('node_modules'), `${folder}/node_modules`);
    const options = '--strict --noEmit --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom';
    const { code, text } = await shell(
      `cd shop && lamppost codegen && ${inRepository('node_modules/.bin/tsc')} ${options} --jsx react-jsx --skipLibCheck src/app.ts`,
    );
    expect(code, text).toBe(0);
  });

  test('and no command is left out', async () => {
    const { commandTable } = await import('../src/commands/command-table.ts');
    const shown = guide.map(({ script }) => script).join('\n');
    const missing = Object.keys(commandTable).filter((name) => !new RegExp(`lamppost ${name}\\b`).test(shown));
    // They need a server to be stopped: the guides of operators have them, and admin.test.ts and the tests of scale-out
    // run them.
    expect(missing).toEqual(['drain', 'migrate', 'reset-password']);
  });
});
