export interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly startedAt: string;
}

/** Another process works on the directory. */
export class DataDirectoryInUse extends Error {
  readonly holder: Holder | undefined;
  constructor(path: string, holder: Holder | undefined) {
    const who = holder
      ? `process ${holder.pid} on ${holder.host}, running since ${holder.startedAt}`
      : 'another process that has not identified itself yet';
    super(`The data directory ${path} is in use by ${who}. Stop it first, or choose another data directory.`);
    this.name = 'DataDirectoryInUse';
    this.holder = holder;
  }
}

/** The directory cannot be worked with as it is; nothing in it was changed. */
export class DataDirectoryUnusable extends Error {
  /** It holds an installation and only the disk is in the way: it may work again without anybody's doing. */
  readonly isTemporary: boolean;
  constructor(message: string, options?: ErrorOptions & { readonly isTemporary?: boolean }) {
    super(message, options);
    this.name = 'DataDirectoryUnusable';
    this.isTemporary = options?.isTemporary ?? false;
  }
}
