/** What is asked for cannot be done as things are. Nothing was changed; the message is for the person at the terminal. */
export class MoveRefused extends Error {
  override readonly name = 'MoveRefused';
}
