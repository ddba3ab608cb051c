import { frameTextLengths, type RawFrame } from '../grouping/crash-frame.ts';
import { cutText } from '../report/cut-text.ts';
import type { FrameReader } from './parsed-stack.ts';

const frameStart = /^#(\d{1,4})\s{1,9}pc\s{1,9}(?:0x)?([0-9a-fA-F]{1,16})\s{1,9}/;

/** `#00 pc 0001a2b4  /…/libstore.so (symbol+20) (BuildId: …)` */
export function readAndroidNativeFrame(text: string): FrameReader | undefined {
  const start = frameStart.exec(text);
  if (start === null) return undefined;
  return () => readFrame(start[2] ?? '', withoutBuildId(text.slice(start[0].length)));
}

function readFrame(address: string, rest: string): RawFrame {
  const bracket = rest.indexOf(' (');
  const path = bracket === -1 ? rest : rest.slice(0, bracket);
  const symbol = bracket === -1 ? '' : symbolOf(rest.slice(bracket + 1));
  const imageName = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('!')) + 1).trim();
  return {
    address: `0x${address.toLowerCase()}`,
    ...(imageName === '' ? {} : { imageName: cutText(imageName, frameTextLengths.imageName) }),
    ...(path.includes('/') ? { module: cutText(path.trim(), frameTextLengths.module) } : {}),
    ...(symbol === '' ? {} : { function: cutText(symbol, frameTextLengths.function) }),
  };
}

function withoutBuildId(text: string): string {
  const at = text.lastIndexOf(' (BuildId:');
  return (at === -1 ? text : text.slice(0, at)).trim();
}

/** `(offset 0x1000) (acme::load(int)+44)`: the last outer brackets hold the symbol. */
function symbolOf(text: string): string {
  const rest = text.replace(/^\(offset 0x[0-9a-f]{1,16}\) ?/, '');
  if (!rest.startsWith('(') || !rest.endsWith(')')) return '';
  return rest.slice(1, -1).replace(/\+(?:0x[0-9a-f]{1,16}|\d{1,12})$/, '');
}
