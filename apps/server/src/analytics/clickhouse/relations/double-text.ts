/** A whole number has a zero behind its point. */
const withPoint = (text: string): string => `if(match(${text}, '[.e]'), ${text}, concat(${text}, '.0'))`;

/** A double as text: with an exponent of at least two digits from 1e16 on and below 1e-4. NULL when it is not finite. */
export function doubleText(value: string): string {
  const text = `toString(${value})`;
  const exponent = `toInt32(floor(log10(abs(${value}))))`;
  const written = `multiIf(${value} = 0 OR (abs(${value}) >= 1e-4 AND abs(${value}) < 1e16), ${withPoint(text)},
      match(${text}, 'e'), replaceRegexpOne(replaceRegexpOne(${text}, 'e([0-9])', 'e+\\\\1'), 'e([+-])([0-9])$', 'e\\\\10\\\\2'),
      abs(${value}) >= 1e16, concat(${mantissa(text)}, 'e+', toString(${exponentOf(text)})),
      concat(${mantissa(text)}, 'e-0', toString(-(${exponent}))))`;
  return `if(isFinite(${value}), ${written}, NULL)`;
}

/** Of a number without an exponent: its digits, with a point behind the first and without zeros at the ends. */
const mantissa = (text: string): string =>
  `replaceRegexpOne(replaceRegexpOne(${text}, '^(-?)(?:0\\\\.0*)?([1-9])([0-9]*?)0*$', '\\\\1\\\\2.\\\\3'), '\\\\.$', '')`;
const exponentOf = (text: string): string => `length(replaceAll(${text}, '-', '')) - 1`;
