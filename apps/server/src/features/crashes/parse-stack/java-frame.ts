import { frameTextLengths, type RawFrame } from '../grouping/crash-frame.ts';
import { cutText } from '../report/cut-text.ts';
import type { AtLine } from './at-line.ts';

const placeWithLine = /^(.{1,1024}):(-?\d{1,9})$/;

/** `loader/module@version/package.Class.method` and `File.kt:12`. */
export function readJavaFrame({ name, location = '' }: AtLine): RawFrame {
  const qualified = name.slice(name.lastIndexOf('/') + 1);
  const dot = qualified.lastIndexOf('.');
  const module = dot <= 0 ? '' : cutText(qualified.slice(0, dot), frameTextLengths.module);
  const method = cutText(qualified.slice(dot + 1), frameTextLengths.function);
  return {
    ...(method === '' ? {} : { function: method }),
    ...(module === '' ? {} : { module }),
    ...javaPlace(location),
  };
}

function javaPlace(location: string): Pick<RawFrame, 'file' | 'line'> {
  if (location === '') return {};
  const match = placeWithLine.exec(location);
  if (match === null) return { file: cutText(location, frameTextLengths.file) };
  const line = Number(match[2]);
  return { file: match[1] ?? '', ...(line > 0 ? { line } : {}) };
}
