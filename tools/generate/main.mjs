// Writes the documents that are made from the code; with --check it only says which of them are out of date.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../run/paths.mjs';
import { errorsReference } from './errors-reference.mjs';
import { metricsReference } from './metrics-reference.mjs';
import { scriptStub, stubModule, withStub } from './script-stub.mjs';
import { settingsReference } from './settings-reference.mjs';

/** @param {string} path of a built module */
const built = (path) => import(pathToFileURL(inRepository(path)).href);

const { settingsTable } = await built('apps/server/dist/settings/settings-table.js');
const { metricTable } = await built('apps/server/dist/telemetry/metric-table.js');
const { rejectReasons } = await built('apps/server/dist/collect/ingest/screen/reject-reasons.js');
const { errorCodes } = await built('packages/protocol/dist/error-codes.js');

const stub = await scriptStub();
const browserReadme = 'packages/sdk-browser/README.md';

const documents = {
  'spec/openapi.json': readFileSync(inRepository('packages/protocol/dist/openapi.json'), 'utf8'),
  'docs/reference/settings.md': settingsReference(settingsTable),
  'docs/reference/metrics.md': metricsReference(metricTable),
  'docs/reference/errors.md': errorsReference(errorCodes, rejectReasons),
  'apps/dashboard/src/pages/onboarding/generated/script-stub.ts': stubModule(stub),
  [browserReadme]: withStub(readFileSync(inRepository(browserReadme), 'utf8'), stub),
};

const isChecking = process.argv.includes('--check');
for (const [path, text] of Object.entries(documents)) {
  const file = inRepository(path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (isChecking) {
    console.log(`${path} is out of date`);
    process.exitCode = 1;
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
