import { afterEach, describe, expect, test } from 'vitest';
import { groupedReport } from '../grouping/grouped-report.ts';
import { readReportJson } from './read-report.ts';
import type { ReportReader } from './report-reader.ts';

const report = (message: string): string =>
  JSON.stringify({
    platform: 'web',
    app_version: '1.2',
    exception_type: 'TypeError',
    exception_message: message,
    stack_trace: 'TypeError: x\n    at Cart.total (https://shop.example/cart.js:1:2)',
  });

/** `open` gets a text; a report that has it in it never ends. */
export function reportReaderContract(open: (poison: string) => ReportReader): void {
  describe('ReportReader', () => {
    let reader: ReportReader | undefined;
    afterEach(() => reader?.close());

    test('reads and groups like the functions that do it', async () => {
      reader = open('never ends');
      const json = report('a');
      expect(await reader.read(json)).toEqual(readReportJson(json));
      expect(await reader.group(json)).toEqual(groupedReport(readReportJson(json)));
      expect(await reader.group(json)).toMatchObject({ appVersion: '1.2', exceptionType: 'TypeError' });
    });

    test('bytes, whole or a part of others, are read like their text', async () => {
      reader = open('never ends');
      const json = report('naïve ☂');
      const bytes = Buffer.from(`before${json}after`).subarray(6, -5);
      expect(await reader.read(bytes)).toEqual(readReportJson(json));
      expect(await reader.group(Buffer.from(json))).toEqual(groupedReport(readReportJson(json)));
    });

    test('what is no JSON, and ten thousand frames, are read like any other', async () => {
      reader = open('never ends');
      const frames = Array.from({ length: 10_000 }, (_, index) => ({ index, function: `f${index}` }));
      const long = JSON.stringify({ platform: 'ios', stack_trace: { frames } });
      expect((await reader.read('{"platform"'))?.notes).toEqual(['The report is not an object.']);
      expect((await reader.read(long))?.exceptions[0]?.trimmed).toBe(9_750);
    });

    test('a report that takes too long is given up, and those behind it are answered', async () => {
      reader = open('never ends');
      const asked = [reader.group(report('a')), reader.group(report('this never ends')), reader.group(report('b'))];
      const responses = await Promise.all(asked);
      expect(responses.map((response) => response !== undefined)).toEqual([true, false, true]);
    });

    test('after close nothing is answered any more', async () => {
      reader = open('never ends');
      const asked = [reader.group(report('this never ends')), reader.group(report('a'))];
      await reader.close();
      expect(await Promise.all(asked)).toEqual([undefined, undefined]);
      expect(await reader.read(report('a'))).toBeUndefined();
    });
  });
}
