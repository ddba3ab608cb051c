import { writeBootstrapFile } from './bootstrap-file.ts';
import { describeFirstStart } from './describe-first-start.ts';
import { type FirstStartOptions, firstStart } from './first-start.ts';

export interface InstallationOptions extends Omit<FirstStartOptions, 'beforeCommit'> {
  readonly baseUrl: string;
  /** Where people open it. */
  readonly dashboardUrl: string;
  /** Where to write the result as JSON too. */
  readonly bootstrapFile?: string;
}

/** Makes the owner, the first project and their keys; returns the text that says them, once. */
export async function beginInstallation(
  control: Parameters<typeof firstStart>[0],
  { baseUrl, dashboardUrl, bootstrapFile, ...options }: InstallationOptions,
): Promise<string | undefined> {
  const result = await firstStart(control, {
    ...options,
    ...(bootstrapFile === undefined
      ? {}
      : { beforeCommit: (made) => writeBootstrapFile(bootstrapFile, { base_url: baseUrl, ...made }) }),
  });
  return result === undefined ? undefined : describeFirstStart(result, dashboardUrl);
}
