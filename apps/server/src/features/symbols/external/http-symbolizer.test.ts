import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { HttpSymbolizer } from './http-symbolizer.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const listen = async (response: RequestListener): Promise<string> => {
  server = createServer(response);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/symbolicate`;
};
const query = { uuid: 'abc', name: 'Acme', offsets: [0x10, 0x20] };

test('asks once for what it does not know, and tells inlined functions apart', async () => {
  const asked: unknown[] = [];
  const url = await listen(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    asked.push(JSON.parse(Buffer.concat(pieces).toString()));
    response.end(
      JSON.stringify({
        frames: [
          { address: '0x10', function: 'inner', is_inlined: true },
          { address: '0x10', function: 'outer', file: 'a.c', line: 3 },
          { address: 'nonsense', function: 'x' },
          { address: '0x20' },
        ],
      }),
    );
  });
  const symbolizer = new HttpSymbolizer({ url, onFailure: (error) => expect(error).toBeUndefined() });
  const expected = new Map([
    [
      0x10,
      [
        { function: 'inner', isInlined: true },
        { function: 'outer', file: 'a.c', line: 3 },
      ],
    ],
    [0x20, []],
  ]);
  expect(await symbolizer.run(query)).toEqual(expected);
  expect(await symbolizer.run(query)).toEqual(expected);
  expect(asked).toEqual([{ uuid: 'abc', name: 'Acme', addresses: ['0x10', '0x20'] }]);
});

const failing: [string, RequestListener][] = [
  ['answers an error', (_, response) => response.writeHead(500).end()],
  ['answers no JSON', (_, response) => response.end('<html>')],
  ['answers something else', (_, response) => response.end('{"frames": 1}')],
  ['answers too much', (_, response) => response.end(' '.repeat(2_000_000))],
  ['sends elsewhere', (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end()],
  ['does not answer', () => undefined],
];
for (const [name, answer] of failing) {
  test(`a symbolizer that ${name} is counted and left alone for a while`, async () => {
    let requests = 0;
    const url = await listen((request, response) => {
      requests += 1;
      answer(request, response);
    });
    const failures: unknown[] = [];
    const symbolizer = new HttpSymbolizer({ url, timeoutMs: 100, onFailure: (error) => failures.push(error) });
    const nothing = new Map([
      [0x10, []],
      [0x20, []],
    ]);
    expect(await symbolizer.run(query)).toEqual(nothing);
    expect(await symbolizer.run(query)).toEqual(nothing);
    expect([failures.length, requests]).toEqual([1, 1]);
  });
}

test('only http and https are asked', () => {
  expect(() => new HttpSymbolizer({ url: 'file:///etc/passwd', onFailure: () => undefined })).toThrow('http or https');
});
