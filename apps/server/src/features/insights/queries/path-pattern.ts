/** The regular expression of a pattern in which `*` stands for any text. Both engines read it alike, in linear time. */
export const pathPattern = (pattern: string): string =>
  pattern
    .replace(/\*+/g, '*')
    .split('*')
    .map((text) => text.replace(/[!-/:-@[-^`{-~]/g, '\\$&'))
    .join('(?s:.*)');
