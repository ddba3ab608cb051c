import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ServingProgram, untilServing } from './serving-program.ts';

const guide = readFileSync(fileURLToPath(new URL('../../../../docs/guides/proxy.md', import.meta.url)), 'utf8');

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Where a program is; undefined when it is not installed. Debian keeps some outside of what a user's path names. */
export const programPath = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'].map((folder) => join(folder, name)).find(existsSync);

/** What the guide has people paste, for a Lamppost without TLS on this machine. */
function pasted(language: string, upstream: string): string {
  const [, block = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(guide) ?? [];
  if (!block.includes('/lp/')) throw new Error(`the guide has no recipe for ${language}`);
  const { host } = new URL(upstream);
  return block.replaceAll('https://lamppost.example.com', upstream).replaceAll('lamppost.example.com', host);
}

const configs = {
  nginx: (port: number, site: string, recipe: string, folder: string) => ({
    file: 'nginx.conf',
    args: ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')],
    text: `daemon off; worker_processes 1; pid ${folder}/nginx.pid; events {}
http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
server { listen 127.0.0.1:${port};
${recipe}
location / { proxy_pass ${site}; } } }`,
  }),
  caddy: (port: number, site: string, recipe: string, folder: string) => ({
    file: 'Caddyfile',
    args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    text: `{\n admin off\n auto_https off\n grace_period 1s\n storage file_system ${folder}\n}\nhttp://127.0.0.1:${port} {
${recipe}
handle {\n reverse_proxy ${site}\n}\n}\n`,
  }),
};

/** A site behind a real proxy that hands a path of it on to Lamppost, as the guide says. */
export async function startSiteProxy(
  kind: keyof typeof configs,
  site: string,
  lamppost: string,
): Promise<ServingProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-proxy-'));
  const port = await freePort();
  const language = kind === 'caddy' ? 'caddyfile' : kind;
  const { file, args, text } = configs[kind](port, site, pasted(language, lamppost), folder);
  writeFileSync(join(folder, file), text);
  const child = spawn(programPath(kind) ?? kind, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder },
  });
  return untilServing({ name: kind, child, folder, urlIn: () => `http://127.0.0.1:${port}`, path: '/plain' });
}
