import type { EventLog } from '../../collect/event-log/event-log.ts';
import type { Scope } from '../../edge/scope.ts';
import { failPoint } from '../../telemetry/fail-points.ts';
import type { CrashDescription, CrashGroupStore, CrashSighting } from './crash-group-store.ts';
import { groupedReport } from './grouping/grouped-report.ts';
import { groupingRecord } from './grouping-record.ts';
import type { CrashReport } from './report/crash-report.ts';
import { readReport } from './report/read-report.ts';
import type { GroupedReport, ReportJson, ReportReader } from './report/report-reader.ts';

/** A stored report that is to be grouped. */
export interface UngroupedReport {
  readonly crashId: string;
  readonly happenedAtMs: number;
  readonly receivedAtMs: number;
  readonly reportJson: ReportJson;
  /** Under which it was grouped before. */
  readonly fingerprint: string | null;
}

/** What grouping needs of symbols: names of functions tell bugs apart, addresses do not. */
export interface GroupingSymbols {
  symbolicate(
    scope: { readonly projectId: string; readonly reportId?: string },
    report: CrashReport,
  ): Promise<{ readonly report: CrashReport }>;
  symbolsVersion(projectId: string): Promise<number>;
}

export interface CrashGrouperDeps {
  readonly reader: ReportReader;
  readonly symbols: GroupingSymbols;
  /** Symbols come from elsewhere too, whatever the project has uploaded. */
  readonly hasOtherSymbols: boolean;
  readonly groups: Pick<CrashGroupStore, 'note' | 'ofFingerprints'>;
  readonly log: Pick<EventLog, 'append'>;
}

/** Stands for a report that could not be read in the time that one may take. */
const unreadableReport = (): GroupedReport =>
  groupedReport(readReport({ platform: '', exception_type: 'Unreadable report' }));

/** Decides which groups reports belong to, notes the groups, and then writes the decisions to the log. */
export class CrashGrouper {
  readonly #deps: CrashGrouperDeps;

  constructor(deps: CrashGrouperDeps) {
    this.#deps = deps;
  }

  symbolsVersion(projectId: string): Promise<number> {
    return this.#deps.symbols.symbolsVersion(projectId);
  }

  /** Those of the fingerprints that no group has. */
  async unknownOf({ environmentId }: Scope, fingerprints: readonly string[]): Promise<readonly string[]> {
    const groups = await this.#deps.groups.ofFingerprints(environmentId, fingerprints);
    const known = new Set(groups.flatMap((group) => group.fingerprints));
    return fingerprints.filter((fingerprint) => !known.has(fingerprint));
  }

  /** What a report says of its group. */
  async describe(
    projectId: string,
    report: Pick<UngroupedReport, 'crashId' | 'reportJson'>,
  ): Promise<CrashDescription> {
    const symbols = await this.symbolsVersion(projectId);
    return descriptionOf(await this.#decide(projectId, report, symbols > 0 || this.#deps.hasOtherSymbols));
  }

  /** The groups are known before the log says that reports belong to them. */
  async group(scope: Scope, reports: readonly UngroupedReport[]): Promise<void> {
    if (reports.length === 0) return;
    const symbols = await this.symbolsVersion(scope.projectId);
    const isNaming = symbols > 0 || this.#deps.hasOtherSymbols;
    const grouped: GroupedReport[] = [];
    for (const report of reports) grouped.push(await this.#decide(scope.projectId, report, isNaming));
    const sightings = reports.map((report, at) => sightingOf(report, grouped[at] ?? unreadableReport()));
    const reported = summed(sightings);
    failPoint('grouping.decided');
    const counted = await this.#deps.groups.note(scope, reported);
    failPoint('grouping.noted');
    const countedUnder = new Map(reported.map(({ fingerprint }, at) => [fingerprint, counted[at] ?? fingerprint]));
    const groupings = sightings.map(({ fingerprint, description: { rule } }, at) => ({
      crashId: reports[at]?.crashId ?? '',
      fingerprint: countedUnder.get(fingerprint) ?? fingerprint,
      rule,
      symbols,
    }));
    await this.#deps.log.append(groupingRecord(scope, groupings, Date.now()));
  }

  async #decide(
    projectId: string,
    { crashId, reportJson }: Pick<UngroupedReport, 'crashId' | 'reportJson'>,
    isNaming: boolean,
  ): Promise<GroupedReport> {
    const { reader, symbols } = this.#deps;
    if (!isNaming) return (await reader.group(reportJson)) ?? unreadableReport();
    const report = await reader.read(reportJson);
    if (report === undefined) return unreadableReport();
    return groupedReport((await symbols.symbolicate({ projectId, reportId: crashId }, report)).report);
  }
}

function sightingOf(
  { fingerprint: former, happenedAtMs, receivedAtMs }: UngroupedReport,
  grouped: GroupedReport,
): CrashSighting {
  return {
    fingerprint: uuidOf(grouped.grouping.fingerprint),
    former,
    description: descriptionOf(grouped),
    appVersion: grouped.appVersion,
    happenedAtMs,
    receivedAtMs,
    describedAtMs: receivedAtMs,
  };
}

function descriptionOf({ grouping, exceptionType }: GroupedReport): CrashDescription {
  const { title, culprit = null, reason, rule } = grouping;
  return { title, culprit, exceptionType, reason, rule };
}

/** Fingerprints are stored as UUIDs, in the form in which the store gives them back. */
const uuidOf = (hex: string): string =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** One for all reports of a fingerprint, a version and a former fingerprint. */
function summed(sightings: readonly CrashSighting[]): readonly CrashSighting[] {
  const sums = new Map<string, CrashSighting>();
  for (const sighting of sightings) {
    const { fingerprint, former, appVersion } = sighting;
    const key = JSON.stringify([fingerprint, former, appVersion]);
    const sum = sums.get(key) ?? sighting;
    sums.set(key, {
      ...sum,
      happenedAtMs: Math.max(sum.happenedAtMs, sighting.happenedAtMs),
      receivedAtMs: Math.max(sum.receivedAtMs, sighting.receivedAtMs),
    });
  }
  return [...sums.values()];
}
