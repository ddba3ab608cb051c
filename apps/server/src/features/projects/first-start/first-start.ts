import { uuidv7 } from 'uuidv7';
import { randomBase62 } from '../../../control/base62.ts';
import { hashOperatorToken, mintOperatorToken } from '../../../edge/keys/operator-token.ts';
import type { MemberStore } from '../../members/member-store.ts';
import { mintProjectKeys, type ProjectKeys, storedProjectKeys } from '../keys/project-keys.ts';
import { checkGivenValues, type GivenValues } from './given-values.ts';
import type { InstallationStore } from './installation-store.ts';

export interface FirstStartOptions {
  readonly given?: GivenValues;
  readonly hashPassword: (password: string) => Promise<string>;
  /**
   * Called with everything that will be valid, before anything is created. What it throws stops the first start,
   * so that secrets which cannot be handed over are never made.
   */
  readonly beforeCommit?: (result: FirstStartResult) => Promise<void>;
}

/** In the shape of the bootstrap file. */
export interface FirstStartResult {
  readonly owner: { readonly email: string; readonly password: string };
  readonly operator_token: string;
  readonly project: { readonly id: string; readonly slug: string };
  readonly keys: ProjectKeys;
}

/**
 * Creates the owner, the operator token and the project `default` with its keys, all or nothing.
 * Undefined when there is a member already. Throws GivenValueRefused, naming the setting.
 */
export async function firstStart(
  control: { readonly members: Pick<MemberStore, 'count'>; readonly installation: InstallationStore },
  { given = {}, hashPassword, beforeCommit }: FirstStartOptions,
): Promise<FirstStartResult | undefined> {
  if ((await control.members.count()) > 0) return undefined;
  checkGivenValues(given);
  const result = mintResult(given);
  const passwordHash = await hashPassword(result.owner.password);
  await beforeCommit?.(result);
  const project = await control.installation.begin({
    owner: { email: result.owner.email, passwordHash },
    operatorTokenHash: hashOperatorToken(result.operator_token),
    project: { ...result.project, name: 'Default', plan: 'scale', keys: storedProjectKeys(result.keys) },
  });
  return project && result;
}

function mintResult(given: GivenValues): FirstStartResult {
  const { publishableKey: publishable, secretKey: secret, devKey: dev } = given;
  return {
    owner: { email: given.ownerEmail ?? 'owner@localhost', password: given.ownerPassword ?? randomBase62(20) },
    operator_token: given.operatorToken ?? mintOperatorToken(),
    project: { id: uuidv7(), slug: 'default' },
    keys: mintProjectKeys({ ...(publishable && { publishable }), ...(secret && { secret }), ...(dev && { dev }) }),
  };
}
