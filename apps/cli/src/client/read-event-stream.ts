export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** Reads `text/event-stream` as the standard says: any line ending, comments, fields without a value. */
export async function* readEventStream(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  let fields: { id?: string; event?: string; data: string[] } = { data: [] };
  for await (const piece of body) {
    rest += decoder.decode(piece, { stream: true });
    // A lone CR at the end may be the first half of CR LF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line === '') {
        if (fields.data.length > 0) {
          yield { id: fields.id, event: fields.event ?? 'message', data: fields.data.join('\n') };
        }
        fields = { ...(fields.id === undefined ? {} : { id: fields.id }), data: [] };
        continue;
      }
      const colon = line.indexOf(':');
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
      if (field === 'data') fields.data.push(value);
      else if (field === 'event') fields.event = value;
      else if (field === 'id') fields.id = value;
    }
  }
}
