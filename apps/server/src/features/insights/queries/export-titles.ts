import type { ExportFormat } from './export-file.ts';

/** What a spreadsheet would take for a formula, full-width forms included; as a pattern of RE2. */
export const FORMULA = '^[=+\\-@\\t\\r\\n＝＋－＠]';
/** What begins like one and is left alone. */
export const NUMBER = '[+-]?\\d+(\\.\\d+)?([eE][+-]?\\d+)?';

/** Names of columns as a file has them. */
export const exportTitles = (names: readonly string[], format: ExportFormat): readonly string[] =>
  distinct(names).map((title) => (format === 'csv' ? safeTitle(title) : title));

/** An apostrophe in front makes it text again. */
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
