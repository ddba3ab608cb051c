import { connect, type Socket } from 'node:net';
import { ApiResponse } from './test-project.ts';

/** A connection without anything that would put requests into shape. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return socket;
}

/** Sends bytes as they are and reads until the server closes the connection. */
export async function sendRaw(url: string, bytes: string | Buffer, withinMs = 5_000): Promise<string> {
  const socket = await openSocket(url);
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not closed after ${withinMs} ms`)), withinMs);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  socket.write(bytes);
  try {
    await closed;
  } finally {
    socket.destroy();
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The one answer in what came back; chunked bodies are not taken apart. */
export function parseResponse(text: string): ApiResponse {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  return new ApiResponse(Number(statusLine.split(' ')[1]), headers, text.slice(end + 4));
}
