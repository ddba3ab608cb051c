import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import type { DataDirectory } from '../../engines/files/data-directory/open-data-directory.ts';
import type { Settings } from '../../settings/read-settings.ts';
import type { ControlEngine } from '../control/control-engine.ts';
import { SqliteControlPlane } from '../control/sqlite-control-plane.ts';

export interface MovedControl {
  /** Where projects, environments and experiments are found now. */
  readonly known: ControlEngine;
  /** Where they will be, and where it is decided which rows count. */
  readonly target: ControlEngine;
  /** Brings what is known to the target, where that is another one. */
  takeOver(): Promise<void>;
  close(): Promise<void>;
}

/** The control plane of the settings. A PostgreSQL that is new takes over what the file of the directory holds. */
export async function openMovedControl(
  { databaseUrl: url }: Settings,
  { controlDb }: DataDirectory,
): Promise<MovedControl> {
  const openFile = async (): Promise<ControlEngine> => {
    const control = new SqliteControlPlane({ path: controlDb, mustExist: true });
    await control.ready();
    return control;
  };
  if (url === undefined) return onlyOne(await openFile());
  const { PostgresControlPlane } = await import('../control/postgres-control-plane.ts');
  const target = new PostgresControlPlane({ url });
  target.start();
  await target.ready();
  if ((await target.members.count()) > 0 || !existsSync(controlDb)) return onlyOne(target);
  const known = await openFile();
  return {
    known,
    target,
    takeOver: async () => {
      await known.close();
      await target.takeOver(controlDb);
      await rename(controlDb, `${controlDb}.moved`);
    },
    close: async () => {
      await known.close();
      await target.close();
    },
  };
}

const onlyOne = (control: ControlEngine): MovedControl => ({
  known: control,
  target: control,
  takeOver: async () => undefined,
  close: () => control.close(),
});
