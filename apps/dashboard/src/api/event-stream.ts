export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

export interface StreamText {
  /** Takes a piece of the stream and gives the events that became whole with it. */
  take(piece: string): ServerEvent[];
  /** How long the server asks to wait before another try. */
  readonly retryMs: number | undefined;
}

/** Reads `text/event-stream` as the standard says: any line ending, comments, fields without a value. */
export function readEventStream(): StreamText {
  let rest = '';
  let name = '';
  let lines: string[] = [];
  let id: string | undefined;
  let retryMs: number | undefined;
  const takeLine = (line: string, events: ServerEvent[]): void => {
    if (line === '') {
      if (lines.length > 0) events.push({ id, event: name === '' ? 'message' : name, data: lines.join('\n') });
      name = '';
      lines = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'data') lines.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id' && !value.includes('\0')) id = value;
    else if (field === 'retry' && /^\d+$/.test(value)) retryMs = Number(value);
  };
  return {
    take(piece) {
      const events: ServerEvent[] = [];
      rest += piece;
      // A lone CR at the end may be the first half of CR LF.
      const ending = /\r\n|\n|\r(?!$)/g;
      let start = 0;
      for (let match = ending.exec(rest); match !== null; match = ending.exec(rest)) {
        takeLine(rest.slice(start, match.index), events);
        start = ending.lastIndex;
      }
      rest = rest.slice(start);
      return events;
    },
    get retryMs() {
      return retryMs;
    },
  };
}
