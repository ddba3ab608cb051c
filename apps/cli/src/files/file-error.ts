import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';

const reasons: Readonly<Record<string, { why: string; hint?: string }>> = {
  ENOENT: { why: 'there is no such file or directory' },
  EACCES: { why: 'you are not allowed to', hint: 'Check its owner and mode, or choose another path.' },
  EPERM: { why: 'you are not allowed to', hint: 'Check its owner and mode, or choose another path.' },
  EISDIR: { why: 'it is a directory' },
  ENOTDIR: { why: 'a part of the path is not a directory' },
  EROFS: { why: 'the disk is read-only', hint: 'Choose another path.' },
  ENOSPC: { why: 'the disk is full', hint: 'Free some space, or choose a path on another disk.' },
  EDQUOT: { why: 'your disk quota is used up', hint: 'Free some space, or choose a path on another disk.' },
  EFBIG: { why: 'it exceeds the file size limit', hint: 'Raise the limit (ulimit -f), or choose another path.' },
};

/** What the system says of a file, as a sentence. Anything else is passed on. */
export function fileError(path: string, verb: 'read' | 'written', error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reason = code === undefined ? undefined : reasons[code];
  if (reason === undefined || error instanceof CliError) return error;
  const kept = verb === 'written' ? ' No partial file was left.' : '';
  return new CliError(`${path} could not be ${verb}: ${reason.why}.${kept}`, {
    exitCode: verb === 'read' ? exitCodes.invalid : exitCodes.failure,
    hint: reason.hint,
    code: code as string,
    cause: error,
  });
}
