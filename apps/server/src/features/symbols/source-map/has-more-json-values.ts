const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];

/** Whether JSON holds more values than this, found without parsing it. Counts the commas outside texts. */
export function hasMoreJsonValues(bytes: Buffer, max: number): boolean {
  let commas = 0;
  for (let at = 0; at < bytes.length; ) {
    const quote = bytes.indexOf(QUOTE, at);
    const end = quote === -1 ? bytes.length : quote;
    for (; at < end; at += 1) if (bytes[at] === COMMA) commas += 1;
    if (commas >= max) return true;
    at = endOfText(bytes, end + 1);
  }
  return false;
}

/** Behind the closing quote. */
function endOfText(bytes: Buffer, start: number): number {
  for (let from = start; ; ) {
    const quote = bytes.indexOf(QUOTE, from);
    if (quote === -1) return bytes.length;
    let escapes = 0;
    while (bytes[quote - 1 - escapes] === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return quote + 1;
    from = quote + 1;
  }
}
