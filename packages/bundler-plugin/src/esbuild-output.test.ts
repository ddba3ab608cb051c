import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lamppost } from './esbuild.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lamppost-esbuild-'));
  writeFileSync(join(folder, 'page.js'), "import './page.css';\nconsole.log('page');\n");
  writeFileSync(join(folder, 'page.css'), 'body { margin: 0; }\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what is built in memory has no maps either, and scripts are stamped', async () => {
  const { outputFiles = [] } = await build({
    absWorkingDir: folder,
    entryPoints: ['page.js'],
    outdir: 'out',
    bundle: true,
    minify: true,
    sourcemap: 'linked',
    write: false,
    plugins: [lamppost({ log: () => {} })],
  });
  expect(outputFiles.map(({ path }) => path.slice(folder.length))).toEqual(['/out/page.js', '/out/page.css']);
  for (const { text } of outputFiles) expect(text).not.toContain('sourceMappingURL');
  expect(outputFiles[0]?.text).toMatch(/console\.log\("page"\).*\n\/\/# debugId=/);
});
