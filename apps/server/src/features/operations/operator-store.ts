/** Operator tokens, kept as hashes. */
export interface OperatorStore {
  addToken(hash: string): Promise<void>;
}
