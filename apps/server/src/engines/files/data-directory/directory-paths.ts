import { join, resolve } from 'node:path';

/** Where everything stands in a data directory; known whether or not it can be used. */
export interface DirectoryPaths {
  readonly path: string;
  readonly controlDb: string;
  readonly snapshotFile: string;
  readonly limitsFile: string;
  readonly logRoot: string;
  readonly storeDir: string;
  readonly symbolDir: string;
  readonly checkpointDir: string;
  readonly backupDir: string;
  readonly exportDir: string;
  readonly sdkDir: string;
}

export function directoryPaths(path: string): DirectoryPaths {
  const root = resolve(path);
  return {
    path: root,
    controlDb: join(root, 'control.db'),
    snapshotFile: join(root, 'snapshot.json'),
    limitsFile: join(root, 'limits.json'),
    logRoot: join(root, 'log'),
    storeDir: join(root, 'store'),
    symbolDir: join(root, 'symbols'),
    checkpointDir: join(root, 'checkpoints'),
    backupDir: join(root, 'backups'),
    exportDir: join(root, 'exports'),
    sdkDir: join(root, 'sdk'),
  };
}
