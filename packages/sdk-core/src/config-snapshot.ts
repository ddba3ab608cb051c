/** An assignment as `/v1/config` says it. */
export interface Assignment {
  readonly variant_key: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly experiment_id?: string;
  readonly subject_kind?: string;
  readonly bucketing_version?: number;
  readonly assignment_revision?: string;
  /** False: everyone is given this variant, and no exposure is sent. Absent, as version 0.1.0 stored it: true. */
  readonly counts_exposure?: boolean;
}

/** Flags and experiments as `/v1/config` says them; kept on the device under these names. */
export interface ConfigSnapshot {
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments?: Readonly<Record<string, Assignment>> | undefined;
  readonly config_version?: string;
  readonly etag?: string;
}
