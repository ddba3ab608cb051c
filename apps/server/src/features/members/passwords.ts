/**
 * Turns passwords into hashes that are slow to guess from.
 * Promises: neither blocks the event loop; a hash is verified with the parameters it was made with.
 */
export interface Passwords {
  hash(password: string): Promise<string>;
  verify(password: string, passwordHash: string): Promise<boolean>;
}
