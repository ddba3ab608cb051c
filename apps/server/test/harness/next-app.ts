import { execFile, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { type ServingProgram, untilServing } from './serving-program.ts';

const inRepository = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const next = createRequire(import.meta.url).resolve('next/dist/bin/next');
const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

/** Files of the recipe in the README, by their path in the app. */
const recipe = (): Map<string, string> =>
  new Map(
    [
      ...read('packages/sdk-react/README.md').matchAll(/^```tsx?\n\/\/ (app\/\w+)\.tsx?\b[^\n]*\n([\s\S]*?)^```$/gm),
    ].map(([, file = '', code = '']) => [file, code]),
  );
const [, rewrites = ''] = /```js\n(\/\/ next\.config\.mjs\n[\s\S]*?)```/.exec(read('docs/guides/proxy.md')) ?? [];

const page = `import { Banner } from './banner';
export default function Page() { return <main><h1>Shop</h1><Banner /></main>; }`;

const installed = { browser: 'packages/sdk-browser', node: 'packages/sdk-node', react: 'packages/sdk-react' };

/** As npm would: what is published, and nothing of the workspace around it. */
function install(to: string, workspace: string): void {
  mkdirSync(to, { recursive: true });
  for (const item of ['package.json', 'dist']) {
    const filter = (source: string): boolean =>
      !/dist[/\\]modules|tsbuildinfo/.test(source.slice(inRepository(workspace).length));
    cpSync(inRepository(`${workspace}/${item}`), join(to, item), { recursive: true, filter });
  }
}

export interface NextAppOptions {
  readonly lamppostUrl: string;
  readonly publishable: string;
  readonly secret: string;
}

/**
 * An app of Next.js with the recipe of the README, built for production and started. It stands inside of the repository,
 * where React and Next.js are found, with SDKs as they are published. The compiler that Next.js would check types with
 * is not the one of the repository, so types are left out here, and checked by packages.test.ts.
 */
export async function startNextApp({ lamppostUrl, publishable, secret }: NextAppOptions): Promise<ServingProgram> {
  mkdirSync(inRepository('dist'), { recursive: true });
  const folder = mkdtempSync(inRepository('dist/next-app-'));
  for (const inner of ['app', 'public']) mkdirSync(join(folder, inner));
  // Browsers ask for it, and say so when it is not there.
  writeFileSync(join(folder, 'public/favicon.ico'), '');
  for (const [name, workspace] of Object.entries(installed))
    install(join(folder, 'node_modules/@lamppost', name), workspace);
  writeFileSync(join(folder, 'package.json'), '{"name":"next-app","private":true,"type":"module"}');
  const config = rewrites.replaceAll('https://lamppost.example.com', lamppostUrl);
  writeFileSync(
    join(folder, 'next.config.mjs'),
    config.replace(
      'export default {',
      `export default {\n  cacheComponents: true,\n  turbopack: { root: ${JSON.stringify(inRepository('.'))} },`,
    ),
  );
  const files = [...recipe().set('app/page', page)].filter(([file]) => file !== 'app/providers');
  for (const [file, code] of files) {
    // The page goes through the site's own path, the server straight to Lamppost.
    const here = code
      .replaceAll('lp_pub_production_…', publishable)
      .replaceAll('https://lamppost.example.com', file === 'app/layout' ? '/lp' : lamppostUrl);
    const { code: script } = await transform(here, { loader: 'tsx', jsx: 'preserve', target: 'es2022' });
    writeFileSync(join(folder, `${file}.jsx`), script);
  }
  const env = { ...process.env, LAMPPOST_KEY: secret, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' as const };
  try {
    await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`next build failed\n${stdout}\n${stderr}`);
  }
  const child = spawn(process.execPath, [next, 'start', '-p', '0', '-H', '127.0.0.1'], { cwd: folder, env });
  const urlIn = (output: string): string | undefined => /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output)?.[0];
  return untilServing({ name: 'next', child, folder, urlIn, path: '/' });
}
