import { describe, expect, test } from 'vitest';
import { compareVersions, readSdkFileName } from './sdk-file-name.ts';

describe('the name of a tarball', () => {
  const cases = [
    { file: 'browser-0.1.0.tgz', expected: { name: 'browser', version: '0.1.0' } },
    { file: 'react-native-10.2.3.tgz', expected: { name: 'react-native', version: '10.2.3' } },
    { file: 'node-1.0.0-rc.1.tgz', expected: { name: 'node', version: '1.0.0-rc.1' } },
    { file: 'browser.tgz', expected: undefined },
    { file: 'browser-0.1.tgz', expected: undefined },
    { file: '../browser-0.1.0.tgz', expected: undefined },
    { file: 'browser-0.1.0-../x.tgz', expected: undefined },
    { file: 'packages.json', expected: undefined },
  ];
  test.each(cases)('$file', ({ file, expected }) => expect(readSdkFileName(file)).toEqual(expected));
});

test('versions are ordered as numbers, and a release comes after what leads to it', () => {
  const ordered = ['0.1.0', '0.9.0', '0.10.0', '1.0.0-rc.2', '1.0.0-rc.10', '1.0.0', '1.0.1', '10.0.0'];
  expect([...ordered].reverse().sort(compareVersions)).toEqual(ordered);
});
