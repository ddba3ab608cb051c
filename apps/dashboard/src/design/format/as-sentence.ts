/** A message with an upper-case first letter and one mark at its end, so that another sentence can follow. */
export function asSentence(message: string): string {
  const words = capital(message.trim()).replace(/([.!?])[.!?\s]*$/, '$1');
  return words === '' || /[.!?…]$/.test(words) ? words : `${words}.`;
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
