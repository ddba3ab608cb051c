/**
 * SQLite text ends at NUL and holds no lone surrogates. Ids must come back exactly and stay different,
 * so the few that cannot be stored as they are become JSON behind a mark.
 */
const MARK = 'json:';

export function storeId(id: string): string {
  return isStorable(id) && !id.startsWith(MARK) ? id : MARK + JSON.stringify(id);
}

export function readId(stored: string): string {
  return stored.startsWith(MARK) ? JSON.parse(stored.slice(MARK.length)) : stored;
}

/** For text that people read: what cannot be stored becomes the replacement character. */
export function storeText(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replaceAll('\u0000', '\ufffd');
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
