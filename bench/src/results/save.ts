import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { makeDocument } from './document.ts';
import { mergeResults, type SavedResults, type SavedScenario } from './saved-results.ts';

const repository = new URL('../../../', import.meta.url);
const data = new URL('docs/performance.json', repository);

/** What was measured last, of nothing else: for programs that follow a run. */
export async function saveLatest(measured: readonly SavedScenario[]): Promise<void> {
  const file = new URL('bench/results/local/latest.json', repository);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, asText({ scenarios: measured }));
}

/** Replaces what was measured, in the document and in its data. */
export async function saveDocument(measured: readonly SavedScenario[], names: readonly string[]): Promise<void> {
  const earlier = await readFile(data, 'utf8').catch(() => '{"scenarios":[]}');
  const merged = asText(mergeResults(JSON.parse(earlier) as SavedResults, measured, names));
  await writeFile(data, merged);
  // From the text: what is shown is what another run will read.
  const { markdown, images } = makeDocument(JSON.parse(merged) as SavedResults);
  await writeFile(new URL('docs/performance.md', repository), markdown);
  for (const [name, svg] of images) await writeFile(new URL(`docs/images/${name}`, repository), svg);
}

const asText = (results: SavedResults): string => `${JSON.stringify(results, null, 2)}\n`;
