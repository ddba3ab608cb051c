export type ControlState =
  | { readonly isAvailable: true; readonly isNew: boolean }
  | {
      readonly isAvailable: false;
      readonly reason: string;
      /** Retrying does not help: an operator has to change a setting or the database. */
      readonly refused?: Error;
    };
