/**
 * Where a text stops being JSON, as an offset: not every version of Node says it. Undefined when it is JSON.
 * Reads structure by hand and leaves words, numbers and texts to patterns.
 */
export function findJsonFault(text: string): number | undefined {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return false;
    at = pattern.lastIndex;
    return true;
  };
  const members = (end: RegExp, member: () => boolean): boolean => {
    take(SPACE);
    if (take(end)) return true;
    do {
      take(SPACE);
      if (!member()) return false;
      take(SPACE);
    } while (take(COMMA));
    return take(end);
  };
  const value = (): boolean => {
    take(SPACE);
    if (take(OBJECT)) return members(OBJECT_END, () => take(TEXT) && take(COLON) && value());
    if (take(LIST)) return members(LIST_END, value);
    return take(TEXT) || take(NUMBER) || take(WORD);
  };
  const isValue = value();
  if (isValue) take(SPACE);
  return isValue && at === text.length ? undefined : at;
}

const SPACE = /[\t\n\r ]*/y;
const OBJECT = /\{/y;
const OBJECT_END = /\}/y;
const LIST = /\[/y;
const LIST_END = /\]/y;
const COMMA = /,/y;
const COLON = /[\t\n\r ]*:/y;
const TEXT = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
