/** Something that the person in front of the terminal can do something about; told without a stack. */
export class CommandFailed extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'CommandFailed';
    this.exitCode = exitCode;
  }
}
