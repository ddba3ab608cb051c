import { build } from 'esbuild';
import { inRepository } from '../run/paths.mjs';

/**
 * The snippet that pages have before the script, as it is pasted: one line.
 * @returns {Promise<string>}
 */
export async function scriptStub() {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { installStub } from './stub.ts'; installStub(window);`,
      resolveDir: inRepository('packages/sdk-browser/src'),
    },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2015',
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? '';
}

/**
 * A document with the snippet where it has one already: the line in the script behind the mark.
 * @param {string} text
 * @param {string} stub
 */
export const withStub = (text, stub) =>
  text.replace(/(<!-- written by npm run generate -->\n<script>\n)[^\n]*/, (_, before) => before + stub);

/** @param {string} stub */
export const stubModule = (stub) =>
  `// Written by npm run generate, from packages/sdk-browser/src/stub.ts.\nexport const scriptStub =\n  ${JSON.stringify(stub)};\n`;
