/** What a spreadsheet would take for a formula, full-width forms included. */
export const FORMULA = '^[=+\\-@\\t\\r\\n＝＋－＠]';
/** What begins like a formula and is a number. */
export const EXPORTED_NUMBER = '[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?';

/** Names of columns in a file: each once, and none that a spreadsheet runs. */
export const exportedTitles = (names: readonly string[], isForSpreadsheets: boolean): string[] =>
  distinct(names).map((title) => (isForSpreadsheets ? safeTitle(title) : title));

const safeTitle = (title: string): string => (new RegExp(FORMULA, 'u').test(title) ? `'${title}` : title);

/** The second `a` is `a_1`, as long as that is free. */
function distinct(titles: readonly string[]): string[] {
  const taken = new Set<string>();
  return titles.map((title) => {
    let name = title;
    for (let count = 1; taken.has(name.toLowerCase()); count++) name = `${title}_${count}`;
    taken.add(name.toLowerCase());
    return name;
  });
}
