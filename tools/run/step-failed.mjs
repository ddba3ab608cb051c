/** A step that could not be done, with what the person in front of the terminal needs to go on. */
export class StepFailed extends Error {
  /**
   * @param {string} message what failed
   * @param {{ output?: string, hint?: string, exitCode?: number, failures?: readonly string[] }} [details]
   */
  constructor(message, details = {}) {
    super(message);
    this.name = 'StepFailed';
    this.output = details.output ?? '';
    this.hint = details.hint ?? '';
    this.failures = details.failures ?? [];
    this.exitCode = details.exitCode ?? 1;
  }
}

/**
 * Tells the person what happened and gives the exit code for it.
 * @param {unknown} error
 */
export function exitCodeOf(error) {
  if (!(error instanceof StepFailed)) {
    console.error(error);
    return 1;
  }
  if (error.output !== '') process.stderr.write(`\n${error.output.trimEnd()}\n`);
  console.error(`\n${error.message}`);
  if (error.hint !== '') console.error(error.hint);
  return error.exitCode;
}
