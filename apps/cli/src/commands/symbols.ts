import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';
import { usageError } from '../exit/usage-error.ts';
import { fileError } from '../files/file-error.ts';
import { type Column, drawTable } from '../output/draw-table.ts';
import { countOf, formatBytes, formatNumber, formatTime } from '../output/format.ts';
import { printable } from '../output/printable.ts';
import { Progress } from '../output/progress.ts';
import { examples, handle } from './cli.ts';
import { omitUndefined, readChoice } from './read-options.ts';

interface UploadOptions {
  readonly kind?: string;
  readonly release?: string;
  readonly build?: string;
  readonly name?: string;
  readonly debugId?: string;
  readonly platform?: string;
}

type Query = Wire['SymbolUploadQuery'];
type SymbolFile = Wire['SymbolFileRow'];

const KINDS = ['sourcemap', 'hermes', 'proguard', 'apple', 'elf', 'archive'] as const;
const TIMEOUT_MS = 5 * 60_000;

export function define(command: Command): void {
  command.description('Upload source maps, R8 mappings and symbol tables to symbolicate stacks.');
  defineUpload(command.command('upload'));
  defineList(command.command('list'));
}

function defineUpload(command: Command): void {
  command
    .argument('<paths...>', 'Files, or folders from which all *.map files are uploaded')
    .description('Upload symbol files. Files that are already uploaded are skipped, so it can be repeated.')
    .option('--kind <kind>', `${KINDS.join(', ')}; default: from the file name`)
    .option('--release <version>', 'Version as sent in crash reports')
    .option('--build <number>', 'Build number')
    .option('--name <path>', 'Script of a map, or name of an image; default: from the path')
    .option('--debug-id <id>', 'Debug id, R8 map id or image uuid')
    .option('--platform <platform>', 'Only for reports of this platform')
    .addHelpText(
      'after',
      examples(
        'lamppost symbols upload dist --release 1.4.0',
        'lamppost symbols upload mapping.txt --release 1.4.0 --build 1040',
      ),
    )
    .action(
      handle<UploadOptions, [string[]]>(async (cli, options, paths) => {
        const files = (await Promise.all(paths.map(findFiles))).flat();
        if (files.length === 0) {
          throw new CliError(`No *.map files in ${paths.join(', ')}.`, {
            exitCode: exitCodes.invalid,
            hint: 'Configure your bundler to write source maps, or list the files.',
          });
        }
        if (files.length > 1 && options.name !== undefined) throw usageError('--name is for a single file.');
        const client = await cli.client();
        const progress = new Progress(cli.terminal, { title: 'Uploading', unit: 'files', total: files.length });
        const rows: SymbolFile[] = [];
        let added = 0;
        try {
          for (const file of files) {
            const query = queryOf(file, options);
            const bytes = await promisify(gzip)(await readBytes(file.path));
            const headers = { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' };
            const response = await client
              .open('uploadSymbols', { query }, { bytes, headers, timeoutMs: TIMEOUT_MS })
              .catch((error: unknown) => {
                throw named(file.path, error, rows.length);
              });
            const { data } = await response.json<Wire['SymbolUploadAnswer']>();
            const found = Array.isArray(data) ? data : [data];
            rows.push(...found);
            if (response.status === 201) added += found.length;
            progress.advance(1);
          }
        } finally {
          progress.end();
        }
        cli.print(
          rows,
          () => `Uploaded ${countOf(added, 'symbol file')}; ${formatNumber(rows.length - added)} already uploaded.`,
        );
      }),
    );
}

interface FoundFile {
  readonly path: string;
  /** As the app's own addresses would say it. */
  readonly name: string;
}

async function findFiles(path: string): Promise<FoundFile[]> {
  let isFolder: boolean;
  try {
    isFolder = (await stat(path)).isDirectory();
  } catch (error) {
    throw fileError(path, 'read', error);
  }
  if (!isFolder) return [{ path, name: basename(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((file) => ({ path: file, name: relative(path, file).split(sep).join('/') }));
}

function queryOf({ path, name }: FoundFile, options: UploadOptions): Query {
  const kind = options.kind === undefined ? kindOf(path) : readChoice(options.kind, KINDS, '--kind');
  const script = options.name ?? (kind === 'sourcemap' ? name.replace(/\.map$/, '') : undefined);
  return {
    kind,
    ...omitUndefined({
      release: options.release,
      build: options.build,
      file: script,
      debug_id: options.debugId,
      platform: options.platform,
    }),
  };
}

function kindOf(path: string): Query['kind'] {
  if (/\.(?:bundle|jsbundle)\.map$/.test(path)) return 'hermes';
  if (path.endsWith('.map')) return 'sourcemap';
  if (/mapping[^/\\]*\.txt$/.test(path)) return 'proguard';
  if (path.endsWith('.zip')) return 'archive';
  throw usageError(`The kind of ${path} is not clear from its name.`, `Add --kind: ${KINDS.join(', ')}`);
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw fileError(path, 'read', error);
  }
}

function named(path: string, error: unknown, uploaded: number): unknown {
  if (!(error instanceof CliError)) return error;
  const { exitCode, code, details } = error;
  const hint =
    `${error.hint ?? ''}\n${countOf(uploaded, 'file')} uploaded; run it again to continue with the others.`.trim();
  return new CliError(`${path}: ${error.message}`, { exitCode, code, details, hint, cause: error });
}

function defineList(command: Command): void {
  command
    .description('List symbol files')
    .addHelpText('after', examples('lamppost symbols list'))
    .action(
      handle(async (cli) => {
        const rows = await (await cli.client()).allRows('listSymbols');
        cli.print(rows, () => {
          if (rows.length === 0) return 'No symbol files.';
          const columns: Column<SymbolFile>[] = [
            { title: 'KIND', value: ({ kind }) => kind },
            { title: 'RELEASE', value: ({ release }) => printable(release ?? '–') },
            { title: 'FILE', value: ({ file, debug_id }) => printable(file ?? debug_id ?? '–') },
            { title: 'SIZE', value: ({ bytes }) => formatBytes(bytes), align: 'right' },
            { title: 'UPLOADED', value: (row) => formatTime(row.created_at) },
          ];
          return drawTable(cli.terminal, columns, rows);
        });
      }),
    );
}
