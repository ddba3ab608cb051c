/** What was uploaded cannot be used; the message says why, and names the line where there is one. */
export class SymbolFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SymbolFault';
  }
}
