import type { RegexEngine } from '@lamppost/evaluator';
import type { EventCheck, EventChecks, SchemaFault } from '../../../collect/ingest/screen/event-checks.ts';
import type { SnapshotSchema } from '../../../edge/edge-snapshot.ts';
import { compileSchema } from './compile-schema.ts';

type SchemasByName = ReadonlyMap<string, SnapshotSchema>;

interface Kept {
  readonly schemas: SchemasByName;
  readonly checks: ReadonlyMap<string, KeptCheck> | undefined;
}

interface KeptCheck extends EventCheck {
  readonly propertiesJson: string;
}

/** The schemas in force as checks; each is compiled when the first event of its name comes, and again when it changed. */
export class SchemaChecks implements EventChecks {
  readonly #schemasOf: (projectId: string) => SchemasByName | undefined;
  readonly #regex: RegexEngine;
  readonly #kept = new Map<string, Kept>();

  constructor(schemasOf: (projectId: string) => SchemasByName | undefined, regex: RegexEngine) {
    this.#schemasOf = schemasOf;
    this.#regex = regex;
  }

  of(projectId: string): ReadonlyMap<string, EventCheck> | undefined {
    const schemas = this.#schemasOf(projectId);
    if (schemas === undefined) return undefined;
    const kept = this.#kept.get(projectId);
    if (kept?.schemas === schemas) return kept.checks;
    const checks = this.#checksOf(schemas, kept?.checks);
    this.#kept.set(projectId, { schemas, checks });
    return checks;
  }

  #checksOf(schemas: SchemasByName, before: Kept['checks']): Kept['checks'] {
    const checks = new Map<string, KeptCheck>();
    for (const [name, { mode, propertiesJson }] of schemas) {
      if (mode === 'allow') continue;
      const known = before?.get(name);
      const isSame = known?.mode === mode && known.propertiesJson === propertiesJson;
      checks.set(name, isSame ? known : this.#lazily(mode, propertiesJson));
    }
    return checks.size === 0 ? undefined : checks;
  }

  #lazily(mode: EventCheck['mode'], propertiesJson: string): KeptCheck {
    let compiled: ((properties: unknown) => readonly SchemaFault[]) | undefined;
    return {
      mode,
      propertiesJson,
      faultsOf: (properties) => {
        compiled ??= compileSchema(JSON.parse(propertiesJson), this.#regex);
        return compiled(properties);
      },
    };
  }
}
