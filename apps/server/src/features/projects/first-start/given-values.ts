import { parseKey } from '../../../edge/keys/key-format.ts';
import type { KeyKind } from '../../../edge/keys/key-kinds.ts';
import { isOperatorToken } from '../../../edge/keys/operator-token.ts';

/** Values for the first start that were chosen beforehand, for infrastructure as code. */
export interface GivenValues {
  readonly ownerEmail?: string;
  readonly ownerPassword?: string;
  readonly operatorToken?: string;
  readonly publishableKey?: string;
  readonly secretKey?: string;
  readonly devKey?: string;
}

/** A given value cannot be used. The message names the setting and never repeats a secret. */
export class GivenValueRefused extends Error {
  readonly setting: string;
  constructor(setting: string, expected: string) {
    super(`${setting} cannot be used: ${expected}.`);
    this.name = 'GivenValueRefused';
    this.setting = setting;
  }
}

export function checkGivenValues(given: GivenValues): void {
  const { ownerEmail, ownerPassword, operatorToken } = given;
  if (ownerEmail !== undefined && !/^[^\s@]{1,64}@[^\s@]{1,190}$/.test(ownerEmail)) {
    throw new GivenValueRefused('LP_OWNER_EMAIL', 'it must be an email address');
  }
  if (ownerPassword !== undefined && (ownerPassword.length < 8 || ownerPassword.length > 256)) {
    throw new GivenValueRefused('LP_OWNER_PASSWORD', 'it must have 8 to 256 characters');
  }
  if (operatorToken !== undefined && !isOperatorToken(operatorToken)) {
    throw new GivenValueRefused('LP_OPERATOR_TOKEN', 'it must be "lpop_" and 43 letters, digits, - or _');
  }
  checkKey('LP_PUBLISHABLE_KEY', 'publishable', 'pub', given.publishableKey);
  checkKey('LP_SECRET_KEY', 'secret', 'sec', given.secretKey);
  checkKey('LP_DEV_KEY', 'dev', 'dev', given.devKey);
}

function checkKey(setting: string, kind: KeyKind, prefix: string, key: string | undefined): void {
  if (key === undefined) return;
  const parsed = parseKey(key);
  if (parsed?.kind === kind && parsed.environmentSlug === 'production') return;
  const shape = `"lp_${prefix}_production_" and at least 32 letters or digits`;
  throw new GivenValueRefused(setting, `it must be a well-formed ${kind} key for production: ${shape}`);
}
