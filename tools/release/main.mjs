// npm run release -- [major|minor|patch|<version>] [--dry-run]. Needs a build.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot } from '../run/paths.mjs';
import { runStep } from '../run/run-steps.mjs';
import { exitCodeOf, StepFailed } from '../run/step-failed.mjs';
import { checksumsOf } from './checksums.mjs';
import { copyRepository } from './copy-repository.mjs';
import { planRelease } from './edit-versions.mjs';
import { rebuildSteps } from './rebuild-steps.mjs';

/** @param {...string} args */
const git = (...args) => execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).trim();

/** @param {readonly string[]} args */
async function release(args) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' } },
  });
  const isDry = values['dry-run'] === true;
  if (!isDry && git('status', '--porcelain') !== '') {
    throw new StepFailed('There are changes that are not committed.', {
      hint: 'Commit or stash them: a release is made of a commit. `--dry-run` tries it with what is there.',
    });
  }
  const plan = planRelease(repositoryRoot, { asked: positionals[0], date: new Date().toISOString().slice(0, 10) });
  console.log(`${plan.current} → ${plan.version}\n`);
  for (const path of plan.edits.keys()) console.log(`  ${path}`);
  console.log(`\n${plan.notes}\n`);

  const scratch = isDry ? mkdtempSync(join(tmpdir(), 'lamppost-release-')) : undefined;
  try {
    const root = scratch ?? repositoryRoot;
    if (scratch !== undefined) copyRepository(repositoryRoot, scratch);
    for (const [path, content] of plan.edits) writeFileSync(join(root, path), content);
    const { builds, pack } = rebuildSteps(root);
    for (const step of builds) await runStep(step);
    if (!isDry) git('commit', '--all', '--message', `chore(release): ${plan.version}`);
    // The commit that the packages name: in a copy there is none.
    if (isDry) process.env.LP_COMMIT = git('rev-parse', 'HEAD');
    await runStep({ ...pack, env: process.env });
    const target = join(repositoryRoot, 'dist/release', plan.version);
    keepPackages(join(root, 'dist'), target);
    console.log(`\n${checksumsOf(target)}`);
    console.log(
      `\nIn ${relative(repositoryRoot, target)}. ${isDry ? 'Nothing else was changed.' : nextSteps(plan.version)}`,
    );
  } finally {
    if (scratch !== undefined) rmSync(scratch, { recursive: true, force: true });
  }
}

/** @param {string} from @param {string} target */
function keepPackages(from, target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const folder of ['.', 'sdk']) {
    for (const name of readdirSync(join(from, folder))) {
      if (name.endsWith('.tgz')) cpSync(join(from, folder, name), join(target, name));
    }
  }
  writeFileSync(join(target, 'SHA256SUMS'), `${checksumsOf(target)}\n`);
}

/** @param {string} version */
const nextSteps = (version) =>
  `The commit is made; look at it, then publish as CONTRIBUTING.md says:\n\n  git tag v${version} && git push --follow-tags`;

try {
  await release(process.argv.slice(2));
} catch (error) {
  process.exitCode = exitCodeOf(error);
}
