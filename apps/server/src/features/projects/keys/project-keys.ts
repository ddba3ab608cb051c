import { keepKey, mintKey } from '../../../edge/keys/key-format.ts';
import type { NewProjectKey } from '../project-store.ts';

const KINDS = ['publishable', 'secret', 'dev'] as const;
const ENVIRONMENTS = ['production', 'development'] as const;

export interface EnvironmentKeys {
  readonly publishable: string;
  readonly secret: string;
  readonly dev: string;
}

/** The keys of a new project themselves, to be shown once. */
export interface ProjectKeys {
  readonly production: EnvironmentKeys;
  readonly development: EnvironmentKeys;
}

export function mintProjectKeys(given: Partial<EnvironmentKeys> = {}): ProjectKeys {
  return {
    production: { ...mintEnvironmentKeys('production'), ...given },
    development: mintEnvironmentKeys('development'),
  };
}

/** What is kept of them. */
export function storedProjectKeys(keys: ProjectKeys): NewProjectKey[] {
  return ENVIRONMENTS.flatMap((environmentSlug) =>
    KINDS.map((kind) => ({
      environmentSlug,
      kind,
      name: `First ${kind} key`,
      ...keepKey(kind, keys[environmentSlug][kind]),
    })),
  );
}

function mintEnvironmentKeys(environmentSlug: string): EnvironmentKeys {
  return {
    publishable: mintKey('publishable', environmentSlug),
    secret: mintKey('secret', environmentSlug),
    dev: mintKey('dev', environmentSlug),
  };
}
