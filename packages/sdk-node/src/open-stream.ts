import { type Agent, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';

/** The server says something every 15 s: a connection that is silent for longer than this is dead. */
const MAX_SILENCE_MS = 45_000;

/** Reads a stream of text. It never keeps the process alive. */
export function openStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  onText: (text: string) => void,
  onEnd: (status?: number) => void,
  agent?: Agent | undefined,
): () => void {
  let isOver = false;
  const end = (status?: number): void => {
    if (isOver) return;
    isOver = true;
    request.destroy();
    onEnd(status);
  };
  const send = url.startsWith('https:') ? overHttps : overHttp;
  // Of a connection that lives for days nobody else should have a share: not one of the pool, unless the app has its own.
  const request = send(
    url,
    { headers: { ...headers, Accept: 'text/event-stream' }, agent: agent ?? false },
    (response) => {
      if (response.statusCode !== 200) return end(response.statusCode);
      response.setEncoding('utf8');
      response.on('data', (text: string) => {
        if (!isOver) onText(text);
      });
      response.on('close', () => end());
      response.on('error', () => end());
    },
  );
  request.on('socket', (socket) => socket.unref());
  request.setTimeout(MAX_SILENCE_MS, () => end());
  request.on('error', () => end());
  request.end();
  return () => {
    isOver = true;
    request.destroy();
  };
}
