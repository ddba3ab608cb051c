import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inRepository } from '../run/paths.mjs';
import { findDockerfileFaults } from './find-dockerfile-faults.mjs';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');
const settings = read('docs/reference/settings.md');
const settingsIn = (text: string): string[] => [...new Set(text.match(/\bLP_(?!COMMIT)[A-Z_]+\b/g) ?? [])];
const files = [
  'Dockerfile',
  'deploy/compose.yaml',
  'deploy/compose.caddy.yaml',
  'deploy/compose.scale-out.yaml',
  'deploy/lamppost.service',
  'deploy/nginx.conf',
];

test.each(files)('%s names settings that exist', (file) => {
  expect(settingsIn(read(file)).filter((name) => !settings.includes(`\`${name}\``))).toEqual([]);
});

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');
  test('keeps every rule', () => expect(findDockerfileFaults(dockerfile)).toEqual([]));

  const breaks: readonly (readonly [fault: string, from: string | RegExp, to: string])[] = [
    ['has a stage to build in and one to run', /^FROM \S+ AS build\n[\s\S]*?(?=^FROM )/m, ''],
    ['every image has a version that says more than latest', /node:24\S+/g, 'node:latest'],
    ['does not run as root: the last USER is a number above 0', 'USER 1000:1000', 'USER root'],
    ['says how its health is checked', 'HEALTHCHECK', 'LABEL health='],
    ['keeps its data in a volume', 'VOLUME /data', ''],
    ['programs are started without a shell, so that signals reach them', 'CMD ["serve"]', 'CMD serve'],
    ['copies rather than adds, and switches the user rather than calling sudo', 'COPY . .', 'ADD . .'],
    ['folders are absolute', 'WORKDIR /src', 'WORKDIR src'],
    [
      'what only the build needs stays in its stage: the last one copies from it and installs nothing',
      'COPY --from=build',
      'COPY',
    ],
    ['no secret is in the image', 'LP_PORT=8080', 'LP_OPERATOR_TOKEN=lpop_1'],
  ];
  test.each(breaks)('a broken rule is found: %s', (fault, from, to) => {
    expect(findDockerfileFaults(dockerfile.replace(from, to))).toContain(fault);
  });

  test('nothing that is built, installed or stored here gets into the build', () => {
    const ignored = read('.dockerignore').split('\n');
    for (const path of ['.git', '**/node_modules', '**/dist', 'data', 'lamppost-data']) expect(ignored).toContain(path);
  });
});

test('the service ends in time, keeps its data, and may write nowhere else', () => {
  const unit = read('deploy/lamppost.service');
  for (const line of [
    'KillMode=mixed',
    'ProtectSystem=strict',
    'StateDirectory=lamppost',
    'NoNewPrivileges=yes',
    'Restart=always',
  ]) {
    expect(unit.split('\n')).toContain(line);
  }
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(10);
  expect(/LP_DATA_DIR=(\S+)/.exec(unit)?.[1]).toMatch(/^\/var\/lib\/lamppost\//);
});

test('the containers are read-only but for their data, and only the proxy is open to others', () => {
  const compose = read('deploy/compose.yaml');
  expect(compose).toMatch(/read_only: true/);
  expect(compose).toMatch(/cap_drop:\n\s+- ALL/);
  expect(compose.match(/^\s+- \S*\d+:8080$/gm)?.map((line) => line.trim())).toEqual(['- 127.0.0.1:8080:8080']);
  expect(read('deploy/compose.caddy.yaml')).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
});

const limit = '64';
test('proxies let the largest body through, and streams flow', () => {
  expect(read('deploy/nginx.conf')).toContain(`client_max_body_size ${limit}m;`);
  expect(read('deploy/nginx.conf')).toContain('proxy_buffering off;');
  expect(read('deploy/Caddyfile')).toContain(`max_size ${limit}MB`);
  expect(read('deploy/Caddyfile')).toContain('flush_interval -1');
});

// Where they are installed, the programs judge their files themselves.
test.runIf(existsSync('/usr/sbin/nginx'))('nginx takes its file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lamppost-nginx-'));
  try {
    const request = [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=x',
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
    ];
    execFileSync('openssl', request, { cwd: folder, stdio: 'ignore' });
    const server = read('deploy/nginx.conf')
      .replace(/ssl_certificate .*/, `ssl_certificate ${folder}/cert.pem;`)
      .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${folder}/key.pem;`);
    writeFileSync(join(folder, 'nginx.conf'), `events {}\npid ${folder}/pid;\nhttp { access_log off;\n${server}\n}\n`);
    execFileSync('/usr/sbin/nginx', ['-t', '-q', '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.runIf(existsSync('/usr/bin/caddy'))('Caddy takes its file', () => {
  execFileSync('/usr/bin/caddy', ['validate', '--adapter', 'caddyfile', '--config', inRepository('deploy/Caddyfile')], {
    stdio: 'ignore',
  });
});
