import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isJsonObject, type JsonObject } from '@lamppost/protocol';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { parseJson } from '../files/parse-json.ts';
import { readTextFile } from '../files/read-text-file.ts';

export const codegenLanguages = ['typescript', 'swift', 'kotlin', 'openfeature'] as const;
export type CodegenLanguage = (typeof codegenLanguages)[number];

export interface CodegenTarget {
  readonly language: CodegenLanguage;
  /** From the folder of the file. */
  readonly output: string;
  /** TypeScript: add hooks for @lamppost/react. */
  readonly react?: boolean;
  /** Kotlin: its package. */
  readonly package?: string;
}

/** `lamppost.config.json`: what a repository shares. Never a key. */
interface ProjectConfig {
  readonly url?: string;
  readonly environment?: string;
  readonly codegen?: readonly CodegenTarget[];
  /** Folders in which uses of flags and events are looked for. */
  readonly source?: readonly string[];
}

export interface ProjectFile {
  readonly path: string;
  readonly folder: string;
  readonly config: ProjectConfig;
}

export const PROJECT_FILE = 'lamppost.config.json';
const KNOWN = ['$schema', 'url', 'environment', 'codegen', 'source'];
const KNOWN_OF_TARGET = ['language', 'output', 'react', 'package'];

/** The nearest one, from the working directory up. */
export async function findProjectFile(from = process.cwd()): Promise<ProjectFile | undefined> {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = join(folder, PROJECT_FILE);
    if (existsSync(path)) return { path, folder, config: checked(parseJson(await readTextFile(path), path), path) };
    if (dirname(folder) === folder) return undefined;
  }
}

function checked(value: unknown, path: string): ProjectConfig {
  const fail = (what: string): never => {
    throw new CliError(`${path}: ${what}.`, { exitCode: exitCodes.invalid });
  };
  if (!isJsonObject(value)) return fail('a JSON object is expected');
  refuseUnknown(value, KNOWN, '', fail);
  if ('key' in value) fail('keys do not belong in a shared file; use "lamppost login" or LP_KEY');
  for (const name of ['url', 'environment']) {
    if (value[name] !== undefined && typeof value[name] !== 'string') fail(`"${name}" must be a string`);
  }
  if (value.source !== undefined && !isTexts(value.source)) fail('"source" must be a list of folders');
  if (value.codegen !== undefined && !Array.isArray(value.codegen)) fail('"codegen" must be a list');
  const targets = (value.codegen as unknown[] | undefined) ?? [];
  for (const [index, target] of targets.entries()) checkTarget(target, `codegen.${index}`, fail);
  return value as ProjectConfig;
}

function checkTarget(target: unknown, at: string, fail: (what: string) => never): void {
  if (!isJsonObject(target)) throw fail(`${at} must be an object`);
  refuseUnknown(target, KNOWN_OF_TARGET, `${at}.`, fail);
  if (!codegenLanguages.includes(target.language as CodegenLanguage)) {
    fail(`${at}.language must be one of ${codegenLanguages.join(', ')}`);
  }
  if (typeof target.output !== 'string' || target.output === '') fail(`${at}.output must be a path`);
  if (target.react !== undefined && typeof target.react !== 'boolean') fail(`${at}.react must be true or false`);
  if (target.package !== undefined && typeof target.package !== 'string') fail(`${at}.package must be a string`);
}

function refuseUnknown(
  value: JsonObject,
  known: readonly string[],
  prefix: string,
  fail: (what: string) => never,
): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name) && name !== 'key');
  if (unknown !== undefined) fail(`"${prefix}${unknown}" is unknown; known options are ${known.join(', ')}`);
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');
