import { randomBytes } from 'node:crypto';

const sane = /^[\w.:-]{1,128}$/;
const processTag = randomBytes(6).toString('hex');
let count = 0;

/** A sane incoming id is kept; otherwise one that is unique over restarts and costs nothing. */
export function requestIdOf(incoming: string | string[] | undefined): string {
  if (typeof incoming === 'string' && sane.test(incoming)) return incoming;
  count += 1;
  return `${processTag}-${count.toString(36)}`;
}
