import type { CrashReport } from '../crashes/report/crash-report.ts';
import { applySymbols } from './apply-symbols.ts';
import { askExternal } from './ask-external.ts';
import type { ExternalSymbolizer } from './external-symbolizer.ts';
import { needsOf, planSymbolication, type SymbolicationPlan } from './plan-symbolication.ts';
import type { ResolvedStack } from './resolve-stack.ts';
import type { SymbolFileStore } from './symbol-file-store.ts';
import type { SymbolVault } from './symbol-vault.ts';
import type { Symbolication, Symbolicator, SymbolScope } from './symbolicator.ts';

export interface ReportSymbolicatorDeps {
  readonly files: Pick<SymbolFileStore, 'matching' | 'version'>;
  readonly vault: Pick<SymbolVault, 'resolve'>;
  readonly external?: ExternalSymbolizer;
  /** Symbol files are there and could not be asked. */
  readonly onFailure?: (failure: string) => void;
  /** How many symbolicated reports are remembered. */
  readonly remembered?: number;
}

const asReported = { frames: [] };

/** Reads reports with the symbol files of their project, at the moment somebody looks at them. */
export class ReportSymbolicator implements Symbolicator {
  readonly #deps: ReportSymbolicatorDeps;
  readonly #remembered = new Map<string, Symbolication>();

  constructor(deps: ReportSymbolicatorDeps) {
    this.#deps = deps;
  }

  symbolsVersion(projectId: string): Promise<number> {
    return this.#deps.files.version(projectId);
  }

  async symbolicate(scope: SymbolScope, report: CrashReport): Promise<Symbolication> {
    const needs = needsOf(report);
    if (needs.needs.flat().every((need) => need === undefined)) return unchanged(report);
    const { projectId, reportId } = scope;
    const version = await this.#deps.files.version(projectId);
    const key = reportId === undefined ? undefined : `${projectId} ${reportId} ${version}`;
    const known = key === undefined ? undefined : this.#remembered.get(key);
    if (known !== undefined) return known;
    const found = version === 0 ? [] : await this.#deps.files.matching(projectId, needs.wanted);
    const plan = planSymbolication(report, needs, found);
    const symbolication = await this.#follow(plan, report);
    // What an outage left undone may succeed the next time.
    if (key !== undefined && symbolication.failure === undefined) this.#remember(key, symbolication);
    return symbolication;
  }

  async #follow(plan: SymbolicationPlan, report: CrashReport): Promise<Symbolication> {
    const { stacks, files, missing } = plan;
    const response =
      files.length === 0 ? { stacks: stacks.map(() => asReported) } : await this.#deps.vault.resolve(stacks, files);
    const { failure } = { failure: undefined, ...response };
    if (failure !== undefined) this.#deps.onFailure?.(failure);
    const resolved: readonly ResolvedStack[] = 'stacks' in response ? response.stacks : stacks.map(() => asReported);
    const used = files.filter((_, at) =>
      stacks.some(({ frames }, stack) =>
        frames.some(({ symbol }, frame) => symbol === at && (resolved[stack]?.frames[frame] ?? null) !== null),
      ),
    );
    const { external } = this.#deps;
    const all = external === undefined ? resolved : await askExternal(external, report, stacks, resolved);
    return {
      report: applySymbols(report, all),
      missing,
      used: used.map(({ id }) => id),
      ...(failure === undefined ? {} : { failure }),
    };
  }

  #remember(key: string, symbolication: Symbolication): void {
    this.#remembered.set(key, symbolication);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > (this.#deps.remembered ?? 100) && oldest !== undefined) this.#remembered.delete(oldest);
  }
}

const unchanged = (report: CrashReport): Symbolication => ({ report: applySymbols(report, []), missing: [], used: [] });
