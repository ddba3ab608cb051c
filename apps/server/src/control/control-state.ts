export type ControlState =
  | { readonly isAvailable: true; readonly isNew: boolean }
  | {
      readonly isAvailable: false;
      readonly reason: string;
      /** It will not get better by itself: somebody has to change a setting or the database. */
      readonly refused?: Error;
    };
