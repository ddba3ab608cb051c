import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, known to the browser only. */
export function mintSessionToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token, here and in the database. */
export function hashSessionToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Made from the token and telling nothing of it, so that nothing more has to be kept. */
export function csrfTokenOf(token: string): string {
  return createHash('sha256').update(`csrf ${token}`).digest('base64url');
}
