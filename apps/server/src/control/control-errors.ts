/** A name that must be unique is taken. `reason` goes to the client as details.reason. */
export class Taken extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.name = 'Taken';
    this.reason = reason;
  }
}

/** What was sent cannot be applied as it is; `field` names the place. Nothing was changed. */
export class Unacceptable extends Error {
  readonly field: string;
  constructor(field: string, message: string) {
    super(message);
    this.name = 'Unacceptable';
    this.field = field;
  }
}

/** The control database cannot be reached or read now: ask again later. Never the asker's fault. */
export class ControlUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ControlUnavailable';
  }
}
