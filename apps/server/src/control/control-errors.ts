/** A name that must be unique is taken. `reason` goes to the client as details.reason. */
export class Taken extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'Taken';
    this.reason = reason;
  }
}

/** The thing is not in a state that allows this; nothing was changed. `reason` goes to the client as details.reason. */
export class WrongState extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'WrongState';
    this.reason = reason;
  }
}

/** The thing is there for everybody and nobody can change it. */
export class ReadOnly extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ReadOnly';
  }
}

/** Somebody may do things like this, but not this one. Nothing was changed. */
export class NotPermitted extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotPermitted';
  }
}

/**
 * What was sent cannot be applied as it is; `field` names the place. Nothing was changed.
 * Where fields contradict each other, `reason` goes to the client as details.reason.
 */
export class Unacceptable extends Error {
  readonly field: string;
  readonly reason: string | undefined;
  constructor(field: string, message: string, reason?: string) {
    super(message);
    this.name = 'Unacceptable';
    this.field = field;
    this.reason = reason;
  }
}

/** Somebody else has to approve this first; nothing was changed. `request` is what they are asked, without who and when. */
export class ApprovalNeeded extends Error {
  readonly request: object;
  constructor(request: object) {
    super('The environment requires approval.');
    this.name = 'ApprovalNeeded';
    this.request = request;
  }
}

/** The change waits for approval. `row` is the change request as the wire shows it. */
export class ApprovalRequested extends Error {
  readonly row: object;
  constructor(row: object) {
    super('The change waits for approval.');
    this.name = 'ApprovalRequested';
    this.row = row;
  }
}

/** The control database cannot be reached or read now: ask again later. Never the asker's fault. */
export class ControlUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlUnavailable';
  }
}

/** Another process does the job by now: what this one wanted to write was not written. */
export class LeaseLost extends ControlUnavailable {
  constructor(job: string) {
    super(`Another server now runs the job "${job}".`);
    this.name = 'LeaseLost';
  }
}

/** Somebody has to change a setting or the database before it can be used: for the person at the terminal. */
export class DatabaseRefused extends Error {
  /** Whether a server that can go on with what it served before should wait instead: rights and names may come back. */
  readonly mayPass: boolean;
  constructor(message: string, { mayPass = false }: { readonly mayPass?: boolean } = {}) {
    super(message);
    this.name = 'DatabaseRefused';
    this.mayPass = mayPass;
  }
}
