import type { Host, HostXhr } from './host.ts';

/** A request keeps all text that it was sent: beyond this it begins anew. */
const MAX_TEXT_LENGTH = 1_000_000;
const LOADING = 3;
const DONE = 4;

/**
 * A stream over XMLHttpRequest, which React Native hands text to as it comes; its `fetch` waits for the end. Undefined
 * when there is none.
 */
export function openStream(
  { global }: Host,
  url: string,
  headers: Readonly<Record<string, string>>,
  onText: (text: string) => void,
  onEnd: (status?: number) => void,
): (() => void) | undefined {
  if (!global.XMLHttpRequest) return undefined;
  const xhr: HostXhr = new global.XMLHttpRequest();
  let read = 0;
  let isOver = false;
  const end = (status?: number): void => {
    if (isOver) return;
    isOver = true;
    onEnd(status);
  };
  xhr.open('GET', url);
  for (const [name, value] of Object.entries({ ...headers, Accept: 'text/event-stream', 'Cache-Control': 'no-cache' }))
    xhr.setRequestHeader(name, value);
  xhr.onreadystatechange = () => {
    if (isOver || xhr.readyState < LOADING) return;
    if (xhr.status !== 200) {
      if (xhr.readyState === DONE) end(xhr.status);
      return;
    }
    const text = xhr.responseText.slice(read);
    read += text.length;
    if (text) onText(text);
    if (xhr.readyState === DONE) end();
    else if (read > MAX_TEXT_LENGTH) {
      end();
      xhr.abort();
    }
  };
  xhr.send();
  return () => {
    isOver = true;
    xhr.abort();
  };
}
