/** One thing that was looked at. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'problem';
  readonly what: string;
  /** What to do about it. */
  readonly fix?: string;
}

export const ok = (what: string): Finding => ({ level: 'ok', what });
export const warning = (what: string, fix: string): Finding => ({ level: 'warning', what, fix });
export const problem = (what: string, fix: string): Finding => ({ level: 'problem', what, fix });
