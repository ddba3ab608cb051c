import type { BinaryImage, CrashFrame } from '../grouping/crash-frame.ts';
import type { StackDialect } from '../parse-stack/parsed-stack.ts';

/** A crash report as people are shown it and as it is grouped: everything bounded, everything of a known type. */
export interface CrashReport {
  readonly platform: string;
  /** What the sender calls the crash as a whole; the exceptions may say it more precisely. */
  readonly exceptionType?: string;
  readonly exceptionMessage?: string;
  /** How the stack was written; absent when it came as frames. */
  readonly dialect?: StackDialect;
  /** The outermost first, each caused by the next. At least one. */
  readonly exceptions: readonly CrashException[];
  readonly threads: readonly CrashThread[];
  readonly images: readonly BinaryImage[];
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly context: CrashContext;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly experiments: Readonly<Record<string, unknown>>;
  readonly customData: Readonly<Record<string, unknown>>;
  /** The sender's own idea of what belongs together; `{{ default }}` stands for what the rule says. */
  readonly fingerprint?: readonly string[];
  /** What was left out, cut or ignored, in sentences. */
  readonly notes: readonly string[];
}

export interface CrashException {
  readonly type?: string;
  readonly message?: string;
  readonly mechanism?: string;
  readonly frames: readonly CrashFrame[];
  /** How many frames were left out after the first `frameLimits.head`. */
  readonly trimmed?: number;
}

export interface CrashThread {
  /** The digits as they were sent: ids have 64 bits. */
  readonly id?: string;
  readonly name?: string;
  readonly isCrashed: boolean;
  readonly frames: readonly CrashFrame[];
  readonly trimmed?: number;
}

export interface Breadcrumb {
  readonly timestamp?: string;
  readonly category?: string;
  readonly message?: string;
  /** Whatever else it says: a level, a type, data. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

export interface CrashContext {
  readonly appVersion?: string;
  readonly buildNumber?: string;
  readonly osVersion?: string;
  readonly deviceModel?: string;
  readonly screenName?: string;
  readonly networkType?: string;
  readonly userId?: string;
  readonly sessionId?: string;
  readonly deviceId?: string;
  readonly timestamp?: string;
  readonly isForeground?: boolean;
  readonly freeMemoryMb?: number;
  readonly freeDiskMb?: number;
  readonly batteryLevel?: number;
}
