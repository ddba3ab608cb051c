import type { BuildIdentity } from './build-identity.ts';
import { type Destination, sendToLamppost } from './send-to-lamppost.ts';

export async function announceRelease(
  destination: Destination,
  { release, commit, branch }: BuildIdentity,
  platform: string,
): Promise<void> {
  const body = JSON.stringify({ version: release, platform, commit_sha: commit, branch });
  await sendToLamppost(destination, '/v1/releases', { body, headers: { 'Content-Type': 'application/json' } });
}
