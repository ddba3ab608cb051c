import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../run/paths.mjs';
import { sdkPackages } from '../run/sdk-packages.mjs';
import { packSdk } from './pack-sdk.mjs';

/** Where the server looks for the packages that it hands out. */
const sdkFolder = inRepository('dist/sdk');

/** Packs every SDK that was built, and removes what an earlier version has left. */
export function packSdks() {
  const packed = sdkPackages.map(({ folder }) => packSdk(folder));
  mkdirSync(sdkFolder, { recursive: true });
  for (const { file, bytes } of packed) put(join(sdkFolder, file), bytes);
  const list = packed.map(({ bytes, ...about }) => ({ ...about, bytes: bytes.length }));
  put(join(sdkFolder, 'packages.json'), Buffer.from(`${JSON.stringify(list, null, 2)}\n`));
  const wanted = new Set(['packages.json', ...packed.map(({ file }) => file)]);
  for (const name of readdirSync(sdkFolder)) if (!wanted.has(name)) rmSync(join(sdkFolder, name));
  return packed;
}

/** @param {string} path @param {Buffer} bytes */
function put(path, bytes) {
  if (existsSync(path) && readFileSync(path).equals(bytes)) return;
  writeFileSync(path, bytes);
}
