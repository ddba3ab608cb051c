export type RegressionTier = 'emerging' | 'confirmed';

/** What a finding rests on, as it was when it was found. Rates are percents. */
interface Finding {
  readonly releaseId: string;
  readonly tier: RegressionTier;
  readonly crashFreeRate: number;
  /** Points of percent; negative when it got worse. */
  readonly crashFreeDelta: number;
  readonly totalSessions: number;
  readonly totalCrashes: number;
  readonly wilsonLow: number;
  readonly errorRate: number | null;
  readonly p95LatencyMs: number | null;
}

/** A release that crashes more than the one before. */
interface ReleaseFinding extends Finding {
  readonly kind: 'release';
  readonly prevReleaseId: string;
  readonly prevVersion: string;
  readonly prevSessions: number;
}

/** More crashes after a flag or an experiment was changed; the release is the one that most sessions had. */
interface ChangeFinding extends Finding {
  readonly kind: 'change';
  readonly changeId: string;
  readonly changeKey: string;
  /** What was changed. Absent in findings of earlier versions, which were of flags but for a few. */
  readonly changeOf?: 'flag' | 'experiment';
  readonly changeAtMs: number;
  readonly preCrashFreeRate: number;
  readonly preSessions: number;
}

export type NewRegression = ReleaseFinding | ChangeFinding;

export type Regression = NewRegression & {
  readonly id: string;
  readonly version: string;
  readonly detectedAtMs: number;
};
