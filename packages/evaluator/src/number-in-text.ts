const plainDecimal = /^-?\d+(?:\.\d+)?$/;

/** The number that a text is the plain decimal writing of: no exponent, no sign but a minus, nothing around it. */
export function numberInText(text: string): number | undefined {
  if (!plainDecimal.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}
