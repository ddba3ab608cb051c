import { execFileSync } from 'node:child_process';
import { gzipSync } from 'node:zlib';

/**
 * A folder as the bytes of a .tar.gz: the same for the same files, anyone who packs them and when.
 * @param {string} folder
 * @returns {Buffer}
 */
export function pack(folder) {
  const order = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  const tar = execFileSync('tar', ['-c', ...order, '-C', folder, '.'], { maxBuffer: 2 ** 30 });
  return gzipSync(tar, { level: 9 });
}
