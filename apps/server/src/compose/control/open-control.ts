import type { ChangeElsewhere } from '../../control/change-elsewhere.ts';
import type { ControlState } from '../../control/control-state.ts';
import { faultOfRegex } from '../../edge/linear-regex.ts';
import type { DirectoryPaths } from '../../engines/files/data-directory/directory-paths.ts';
import type { Settings } from '../../settings/read-settings.ts';
import type { ControlEngine } from './control-engine.ts';
import { SqliteControlPlane } from './sqlite-control-plane.ts';

interface ControlListeners {
  readonly onState: (state: ControlState) => void;
  /** Something that requests need was changed, perhaps by another edge. */
  readonly onChanged: () => void;
  readonly onChangeElsewhere: (change: ChangeElsewhere) => void;
}

/** The control plane that the settings ask for, to be opened by `start`. */
export async function openControl(
  { databaseUrl: url, databasePool: poolSize }: Settings,
  paths: DirectoryPaths,
  { onState, ...listeners }: ControlListeners,
): Promise<ControlEngine> {
  const checkRegex = faultOfRegex;
  if (url === undefined)
    return new SqliteControlPlane({ path: paths.controlDb, mustExist: true, isDeferred: true, checkRegex, onState });
  const { PostgresControlPlane } = await import('./postgres-control-plane.ts');
  return new PostgresControlPlane({ url, poolSize, checkRegex, onState, ...listeners });
}
