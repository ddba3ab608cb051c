import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { inRepository, repositoryRoot } from './paths.mjs';

/**
 * What is read of the reports.
 * @typedef {{ status: string, fullName?: string, failureMessages?: string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, assertionResults: VitestTest[] }} VitestFile
 * @typedef {{ testResults: VitestFile[] }} VitestReport
 * @typedef {{ message?: string }} PlaywrightError
 * @typedef {{ file: string, line: number, title: string, ok: boolean, tests: { results: { errors?: PlaywrightError[] }[] }[] }} PlaywrightSpec
 * @typedef {{ specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ suites: PlaywrightSuite[], errors?: PlaywrightError[] }} PlaywrightReport
 */

// A message may begin with what a server wrote, and say at its end what was expected; then comes where that was.
const firstLinesOfMessage = 6;
const lastLinesOfMessage = 12;
// Colours and links: test runners write them into the messages, too.
const escapes = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g');

/** @param {string} line */
const isPlace = (line) => /^\s+at /.test(line);

/** @param {string} message */
function mainLines(message) {
  const written = message
    .replace(escapes, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const said = written.filter((line) => !isPlace(line));
  const isLong = said.length > firstLinesOfMessage + lastLinesOfMessage;
  const shown = isLong ? [...said.slice(0, firstLinesOfMessage), '…', ...said.slice(-lastLinesOfMessage)] : said;
  return [...shown, ...written.filter(isPlace).slice(0, 1)].map((line) => `      ${line.trim()}`);
}

/**
 * What failed in the JSON report of vitest. A file without tests that failed could not be loaded; where tests are
 * pending, the process ended before them.
 * @param {VitestReport} report
 * @returns {string[]}
 */
export function failedInVitest(report) {
  return report.testResults.flatMap((file) => {
    const path = relative(repositoryRoot, file.name);
    if (file.assertionResults.some((test) => test.status === 'pending')) return [`  ${path} did not end`];
    if (file.status !== 'failed') return [];
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return [`  ${path}`, ...mainLines(file.message)];
    return failed.flatMap((test) => [
      `  ${path} › ${test.fullName}`,
      ...mainLines((test.failureMessages ?? []).join('\n')),
    ]);
  });
}

/**
 * What failed in the JSON report of Playwright.
 * @param {PlaywrightReport} report
 * @returns {string[]}
 */
export function failedInPlaywright(report) {
  /** @param {PlaywrightSuite} suite @returns {string[]} */
  const ofSuite = (suite) => [
    ...(suite.specs ?? []).flatMap((spec) => {
      if (spec.ok) return [];
      const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors ?? []));
      const messages = errors.map((error) => error.message ?? '').join('\n');
      return [`  ${spec.file}:${spec.line} › ${spec.title}`, ...mainLines(messages)];
    }),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ];
  const outside = (report.errors ?? []).flatMap((error) => mainLines(error.message ?? ''));
  return [...report.suites.flatMap(ofSuite), ...outside];
}

/**
 * @template Report
 * @param {string} path of a report, in the repository; a runner that was ended has written none
 * @param {(report: Report) => string[]} read
 * @returns {string[]}
 */
export function failedInReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(inRepository(path), 'utf8')));
  } catch (error) {
    return [`  ${path} cannot be read: ${/** @type {Error} */ (error).message}`];
  }
}
