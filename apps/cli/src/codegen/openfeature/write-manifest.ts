import type { CodegenModel, FlagModel } from '../model.ts';
import type { Signature } from '../signature.ts';

const SCHEMA = 'https://raw.githubusercontent.com/open-feature/cli/refs/heads/main/schema/v0/flag-manifest.json';

/** The manifest that the OpenFeature CLI generates code from. */
export function writeManifest({ flags }: CodegenModel): string {
  const entries = flags.map((flag) => [
    flag.key,
    {
      flagType: typeOf(flag),
      defaultValue: flag.defaultValue,
      description: flag.description ?? flag.name,
    },
  ]);
  return `${JSON.stringify({ $schema: SCHEMA, flags: Object.fromEntries(entries) }, null, 2)}\n`;
}

/** Numbers are integers there, or not, by their default. */
function typeOf({ type, defaultValue }: FlagModel): string {
  if (type === 'json') return 'object';
  if (type !== 'number') return type;
  return Number.isInteger(defaultValue) ? 'integer' : 'float';
}

/** Of the flags of a manifest; undefined when it is none. */
export function readManifestSignatures(text: string): Signature[] | undefined {
  try {
    const { flags } = JSON.parse(text) as { flags: Record<string, { flagType: string }> };
    return Object.entries(flags).map(([flag, { flagType }]) => ({ flag, type: flagType }));
  } catch {
    return undefined;
  }
}

export const manifestSignatures = ({ flags }: CodegenModel): Signature[] =>
  flags.map((flag) => ({ flag: flag.key, type: typeOf(flag) }));
