import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { profilesPath, readProfiles } from '../../config/profiles.ts';
import { findProjectFile } from '../../config/project-file.ts';
import { CliError } from '../../exit/cli-error.ts';
import { version } from '../../version.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const LEAST_NODE = [20, 19] as const;

/** This machine: Node, profiles, lamppost.config.json. */
export async function checkLocal(): Promise<Finding[]> {
  return [checkNode(), await checkProfiles(), await checkProject()];
}

function checkNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
  const what = `lamppost ${version} on Node ${process.versions.node}`;
  return isEnough ? ok(what) : problem(`${what} is too old`, `Install Node ${LEAST_NODE.join('.')} or newer.`);
}

async function checkProfiles(): Promise<Finding> {
  const path = profilesPath();
  if (!existsSync(path)) return warning('No profile: not logged in', 'Run: lamppost login');
  const { mode } = await stat(path);
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    return problem(`Other users of this machine can read your keys in ${path}`, `Run: chmod 600 ${path}`);
  }
  try {
    const { current, profiles } = await readProfiles();
    const count = Object.keys(profiles).length;
    return profiles[current] === undefined
      ? warning(`The current profile "${current}" does not exist`, 'Run: lamppost profiles use <name>')
      : ok(`Profile "${current}" (of ${count})`);
  } catch (error) {
    return problem((error as Error).message, 'Fix the file, or remove it and run: lamppost login');
  }
}

async function checkProject(): Promise<Finding> {
  try {
    const project = await findProjectFile();
    return project === undefined ? ok('No lamppost.config.json here: not needed') : ok(`${project.path} is valid`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return problem(error.message, 'Fix the file, or write it again: lamppost init --force');
  }
}
