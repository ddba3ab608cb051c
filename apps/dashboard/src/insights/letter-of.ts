const letters = 'ABCDEFGHIJ';

/** What formulas call a series: A for the first one. */
export const letterOf = (index: number): string => letters[index] ?? String(index + 1);

/** The place of the series with this letter. */
export const placeOfLetter = (letter: string): number => letters.indexOf(letter);
