import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { buildOpenapi } from '../openapi/build-openapi.ts';
import { buildValidators } from './build-validators.ts';

const dist = new URL('../', import.meta.url);
const packageJson = JSON.parse(await readFile(new URL('../package.json', dist), 'utf8')) as { version: string };

for (const [name, content] of Object.entries(buildValidators())) await writeFile(new URL(name, dist), content);

const openapi = buildOpenapi(packageJson.version);
const openapiText = `${JSON.stringify(openapi, null, 1)}\n`;
await writeFile(new URL('openapi.json', dist), openapiText);

if (process.argv.includes('--documents')) {
  const spec = new URL('../../../spec/', dist);
  await mkdir(spec, { recursive: true });
  await writeFile(new URL('openapi.json', spec), openapiText);
}
