import { createHash } from 'node:crypto';
import { randomBase62 } from '../../../control/base62.ts';

/** 43 letters of 62 are 256 bits. */
export const newShareToken = (): string => `lps_${randomBase62(43)}`;

/**
 * What is stored and looked up. Whoever guesses tokens does not choose their hashes, so how long a lookup takes tells
 * nothing of a stored one.
 */
export const hashOfShareToken = (token: string): string => createHash('sha256').update(token).digest('hex');
