import { readFile } from 'node:fs/promises';
import { ApiError } from '@lamppost/protocol';
import type { FastifyInstance } from 'fastify';
import { isTagKnown } from '../../edge/config-tag.ts';
import { handle } from '../../http/request/handle.ts';
import type { SdkTarball, SdkTarballs } from './sdk-tarballs.ts';

/** SDKs without a registry: `npm install <address>/sdk/browser-0.1.0.tgz`. */
export function registerSdksRoute(fastify: FastifyInstance, tarballs: SdkTarballs): void {
  handle(fastify, 'listSdks', async () => {
    const all = await tarballs.list();
    const data = all.map((tarball, at) => ({ ...tarballRow(tarball), newest: tarball.name !== all[at - 1]?.name }));
    return { data, pagination: { cursor: null, has_more: false } };
  });

  handle(fastify, 'sdkTarball', async ({ request, reply, param }) => {
    const file = param('file');
    const newest = await tarballs.newest(file.replace(/\.tgz$/, ''));
    if (newest !== undefined && file.endsWith('.tgz')) {
      // Relative, so that it holds behind a proxy that serves us below a path.
      return reply.code(302).headers({ Location: newest.file, 'Cache-Control': 'no-cache' }).send();
    }
    const tarball = await tarballs.find(file);
    if (tarball === undefined) throw new ApiError('NOT_FOUND', await whatThereIs(file));
    const tag = `"${tarball.integrity}"`;
    reply.headers({
      ETag: tag,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Type': 'application/gzip',
      'X-Content-Type-Options': 'nosniff',
    });
    if (isTagKnown(tag, request.headers['if-none-match'])) return reply.code(304).send();
    return reply.send(await readFile(tarball.path));
  });

  async function whatThereIs(file: string): Promise<string> {
    const files = (await tarballs.list()).map((tarball) => tarball.file);
    if (files.length === 0) return 'The SDKs are not built: `npm run sdks` builds them';
    return `There is no ${file} here. There are: ${files.join(', ')}`;
  }
}

const tarballRow = ({ name, version, file, bytes, integrity }: SdkTarball) => ({
  name,
  package: `@lamppost/${name}`,
  version,
  path: `/sdk/${file}`,
  bytes,
  integrity,
});
