/** Why a flag is what it is, as far as the client knows. */
export interface FlagInspection {
  /** Undefined: there is no such flag. */
  readonly value: unknown;
  /** Where it comes from; `none`: there is no such flag. */
  readonly source: 'override' | 'server' | 'cache' | 'bootstrap' | 'none';
  /** The version of the configuration, null when it did not come from the server. */
  readonly configVersion: string | null;
  /** The variant, when the key names an experiment. */
  readonly variant: string | null;
  /** Of the variant; empty without one. */
  readonly payload: Readonly<Record<string, unknown>>;
}
