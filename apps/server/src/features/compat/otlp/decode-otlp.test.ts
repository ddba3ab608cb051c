import { ApiError } from '@lamppost/protocol';
import { expect, test } from 'vitest';
import { decodeOtlp } from './decode-otlp.ts';

/** As @opentelemetry/exporter-logs-otlp-proto and -trace-otlp-proto sent them. */
const recordedLog =
  'CqcBCjYKFgoMc2VydmljZS5uYW1lEgYKBHNob3AKGgoPc2VydmljZS52ZXJzaW9uEgcKBTEuMi4zEAASbQoICgNsaWISATESYQmAL1orV7PoGBAJGgRJTkZPKgcKBWhlbGxvMg8KB3VzZXIuaWQSBAoCdTEyBwoBbhICGAEyIAoEZGVlcBIYMhYKFAoBYRIPKg0KAhgBCgMKAXgKAhABOABZgC9aK1ez6Bg=';
const recordedSpan =
  'CsADCjYKFgoMc2VydmljZS5uYW1lEgYKBHNob3AKGgoPc2VydmljZS52ZXJzaW9uEgcKBTEuMi4zEAAShQMKBQoDbGliEvsCChCFMM1eii0dcxfg1DGF8IwwEgicgJH3tqjzDSoJR0VUIC9jYXJ0MAI5AHF6MFez6BhBVjB8MFez6BhKIAoZaHR0cC5yZXNwb25zZS5zdGF0dXNfY29kZRIDGPQDUABahgIJrQp8MFez6BgSCWV4Y2VwdGlvbhoeCg5leGNlcHRpb24udHlwZRIMCgpSYW5nZUVycm9yGhoKEWV4Y2VwdGlvbi5tZXNzYWdlEgUKA2JhZBqxAQoUZXhjZXB0aW9uLnN0YWNrdHJhY2USmAEKlQFSYW5nZUVycm9yOiBiYWQKICAgIGF0IFNlcnZlci48YW5vbnltb3VzPiAoL3RtcC9jYXAvY2FwLmNqczoyNDoxNDEpCiAgICBhdCBwcm9jZXNzLnByb2Nlc3NUaWNrc0FuZFJlamVjdGlvbnMgKG5vZGU6aW50ZXJuYWwvcHJvY2Vzcy90YXNrX3F1ZXVlczo5NTo1KSAAYABwAHoHEgNiYWQYAoUBAQEAAA==';

test('a log record reads as it does in JSON', () => {
  expect(decodeOtlp(Buffer.from(recordedLog, 'base64'), 'Logs')).toEqual({
    resourceLogs: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'shop' } },
            { key: 'service.version', value: { stringValue: '1.2.3' } },
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'lib', version: '1' },
            logRecords: [
              {
                timeUnixNano: expect.stringMatching(/^\d{19}$/),
                observedTimeUnixNano: expect.stringMatching(/^\d{19}$/),
                severityNumber: 9,
                severityText: 'INFO',
                body: { stringValue: 'hello' },
                attributes: [
                  { key: 'user.id', value: { stringValue: 'u1' } },
                  { key: 'n', value: { intValue: 1 } },
                  {
                    key: 'deep',
                    value: {
                      kvlistValue: {
                        values: [
                          {
                            key: 'a',
                            value: {
                              arrayValue: { values: [{ intValue: 1 }, { stringValue: 'x' }, { boolValue: true }] },
                            },
                          },
                        ],
                      },
                    },
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
});

test('a span has its ids as hexadecimal digits', () => {
  const body = decodeOtlp(Buffer.from(recordedSpan, 'base64'), 'Traces');
  expect(body).toMatchObject({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: '8530cd5e8a2d1d7317e0d43185f08c30',
                spanId: '9c8091f7b6a8f30d',
                name: 'GET /cart',
                status: { code: 2, message: 'bad' },
                events: [{ name: 'exception' }],
              },
            ],
          },
        ],
      },
    ],
  });
});

test.each([
  ['00', 0],
  ['96ffffffffffffffff01', -106],
  ['ffffffffffffffff7f', '9223372036854775807'],
  ['80808080808080808001', '-9223372036854775808'],
  ['ffffffffffffff0f', 9_007_199_254_740_991],
])('the varint %s is %s', (hex, expected) => {
  const value = Buffer.from(`18${hex}`, 'hex');
  expect(decodeOtlp(value, 'AnyValue')).toEqual({ intValue: expected });
});

test('bytes that were cut or changed are refused or read, and nothing else happens', () => {
  for (const recorded of [recordedLog, recordedSpan]) {
    const bytes = Buffer.from(recorded, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 0x81;
      for (const odd of [bytes.subarray(0, at), changed]) expectReadOrRefused(odd);
    }
  }
});

function expectReadOrRefused(bytes: Buffer): void {
  try {
    decodeOtlp(bytes, 'Logs');
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
  }
}

test('values in values in values are refused before the stack ends', () => {
  let nested: Buffer = Buffer.from([0x0a, 0x00]);
  for (let level = 0; level < 2_000; level += 1) {
    nested = field(0x2a, field(0x0a, nested));
  }
  expect(() => decodeOtlp(nested, 'AnyValue')).toThrow('nested too deeply');
});

function field(tag: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = content.length; ; rest = Math.floor(rest / 128)) {
    length.push(rest < 128 ? rest : (rest % 128) + 128);
    if (rest < 128) return Buffer.concat([Buffer.from([tag, ...length]), content]);
  }
}
