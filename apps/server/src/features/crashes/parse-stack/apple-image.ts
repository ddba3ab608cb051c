import { type BinaryImage, frameTextLengths } from '../grouping/crash-frame.ts';
import { cutText } from '../report/cut-text.ts';

const range = /^(0x[0-9a-fA-F]{1,16})\s{0,9}-\s{0,9}(0x[0-9a-fA-F]{1,16}|\?\?\?)\s{1,9}/;
const identity = /<([0-9a-fA-F-]{32,36})>/;
const architecture = /\s(?:arm\w{1,10}|x86_64h?|i386)$/;

/** `0x104a38000 - 0x104b3ffff Acme arm64  <uuid> /private/…/Acme.app/Acme` */
export function readAppleImage(text: string): BinaryImage | undefined {
  const where = range.exec(text);
  const id = identity.exec(text);
  if (where === null || id === null) return undefined;
  const path = text.slice(id.index + id[0].length).trim();
  const described = text.slice(where[0].length, id.index).trim();
  const bracket = described.indexOf(' (');
  const name = (bracket === -1 ? described : described.slice(0, bracket)).replace(/^\+/, '').replace(architecture, '');
  const size = where[2] === '???' ? undefined : Number(BigInt(where[2] ?? '0') - BigInt(where[1] ?? '0')) + 1;
  return {
    name: cutText(name.trim(), frameTextLengths.imageName),
    ...(path === '' ? {} : { path: cutText(path, frameTextLengths.file) }),
    uuid: (id[1] ?? '').replaceAll('-', '').toLowerCase(),
    loadAddress: (where[1] ?? '').toLowerCase(),
    ...(size === undefined || size <= 0 ? {} : { size }),
  };
}
