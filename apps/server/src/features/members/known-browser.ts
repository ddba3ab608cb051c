import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../edge/sessions/member.ts';

const tokenShape = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * What a browser keeps to show later that it has signed in to an account before. It opens nothing. It is signed with what
 * is kept of the password, so it ends with the password, and nothing has to be stored for it.
 */
export function mintBrowserToken(account: Account): string {
  const browserId = randomBytes(16).toString('base64url');
  return `${browserId}.${sign(browserId, account)}`;
}

/** The id of the browser, if the token was made for this account. */
export function readBrowserToken(token: string, account: Account): string | undefined {
  const [, browserId = '', signature = ''] = tokenShape.exec(token) ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(browserId, account))];
  return given.length === expected.length && timingSafeEqual(given, expected) ? browserId : undefined;
}

const sign = (browserId: string, { member, passwordHash }: Account): string =>
  createHmac('sha256', passwordHash).update(`browser ${browserId} ${member.id}`).digest('base64url');
