import { cpuSeconds, ownCpuSeconds } from './cpu-seconds.ts';
import { type LoadOptions, type LoadResult, load } from './load.ts';
import { type Row, rate } from './scenario.ts';
import { median, spreadOf } from './spread.ts';
import { type Rounds, steadyRounds } from './steady-rounds.ts';

const warmUpSeconds = 1.5;

export interface MeasuredServer {
  readonly url: string;
  readonly pid: number;
  /** Processes that work for it and are not its own, such as a database. */
  readonly helpers?: readonly number[];
}

export interface MeasuredLoad extends LoadResult {
  /** Of the process that was asked, for each request. */
  readonly mainCpuMicros: number;
  /** The same with the processes it has started. */
  readonly cpuMicros: number;
}

export type LoadSettings = Omit<LoadOptions, 'url'>;

export async function measureLoad(server: MeasuredServer, settings: LoadSettings): Promise<MeasuredLoad> {
  const { url, pid, helpers = [] } = server;
  const used = async (): Promise<number> => {
    const all = await Promise.all([pid, ...helpers].map(cpuSeconds));
    return all.reduce((sum, one) => sum + one, 0);
  };
  const [main, all] = [await ownCpuSeconds(pid), await used()];
  const result = await load({ url, ...settings });
  const micros = (seconds: number): number => (seconds * 1e6) / result.requests;
  return {
    ...result,
    mainCpuMicros: micros((await ownCpuSeconds(pid)) - main),
    cpuMicros: micros((await used()) - all),
  };
}

/** One of two that are compared. */
export interface Side {
  readonly server: MeasuredServer;
  readonly settings: LoadSettings;
  /** All others are faults. */
  readonly statuses: readonly string[];
}

export type RateRounds = Rounds<MeasuredLoad, MeasuredLoad>;

/** Ours between two measurements of the reference, which is the floor too; both are warm. */
export async function compareRates(ours: Side, reference: Side, rounds: number): Promise<RateRounds> {
  for (const side of [reference, ours]) await measure(side, Math.min(warmUpSeconds, side.settings.seconds));
  return await steadyRounds({
    rounds,
    floor: () => measure(reference),
    speedOf: ({ perSecond }) => perSecond,
    measure: () => measure(ours),
  });
}

async function measure({ server, settings, statuses }: Side, seconds = settings.seconds): Promise<MeasuredLoad> {
  const measured = await measureLoad(server, { ...settings, seconds });
  const others = Object.keys(measured.statuses).filter((found) => !statuses.includes(found));
  if (others.length > 0)
    throw new Error(`Expected ${statuses.join(' or ')} only: ${JSON.stringify(measured.statuses)}`);
  return measured;
}

const mean = (before: number, after: number): number => (before + after) / 2;

/** Requests a second, as a share of the reference's; without a goal for information only. */
export function rateRow(scenario: string, { rounds, isNoisy }: RateRounds, goal?: number): Row {
  const ratios = rounds.map(
    ({ before, measured, after }) => measured.perSecond / mean(before.perSecond, after.perSecond),
  );
  const ours = median(rounds.map(({ measured }) => measured.perSecond));
  const reference = median(rounds.map(({ before, after }) => mean(before.perSecond, after.perSecond)));
  const spread = spreadOf(ratios);
  return {
    scenario,
    measured: rate(ours),
    reference: rate(reference),
    ours,
    value: spread.median,
    unit: '×',
    goal: goal === undefined ? '–' : `≥ ${goal}`,
    isMet: spread.median >= (goal ?? 0),
    spread,
    isNoisy,
    cpu: {
      per: 'request',
      oursMicros: median(rounds.map(({ measured }) => measured.cpuMicros)),
      referenceMicros: median(rounds.map(({ before, after }) => mean(before.cpuMicros, after.cpuMicros))),
    },
  };
}

/** CPU of the process that was asked, for one event, as a multiple of the reference's. */
export function mainCpuRow(scenario: string, result: RateRounds, events: number, goal: number): Row {
  const { rounds, isNoisy } = result;
  const theirs = rounds.map(({ before, after }) => mean(before.mainCpuMicros, after.mainCpuMicros) / events);
  const ours = rounds.map(({ measured }) => measured.mainCpuMicros / events);
  const spread = spreadOf(ours.map((micros, at) => micros / (theirs[at] ?? Number.NaN)));
  return {
    scenario,
    measured: `${median(ours).toFixed(1)} µs`,
    reference: `${median(theirs).toFixed(1)} µs`,
    ours: median(ours),
    value: spread.median,
    unit: '×',
    goal: `≤ ${goal}`,
    isMet: spread.median <= goal,
    spread,
    isNoisy,
  };
}
