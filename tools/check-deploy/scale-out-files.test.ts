import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { inRepository } from '../run/paths.mjs';

const read = (path: string): string => readFileSync(inRepository(path), 'utf8');

interface Service {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: unknown;
}

const compose = parse(read('deploy/compose.scale-out.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};
const edges = Object.entries(compose.services).filter(([name]) => name.startsWith('edge-'));

test('three servers share PostgreSQL, Redis and ClickHouse, and each has a log of its own', () => {
  expect(edges.length).toBe(3);
  expect(new Set(edges.map(([, { volumes }]) => volumes?.join())).size).toBe(3);
  for (const [, { environment = {}, read_only, cap_drop, ports }] of edges) {
    expect(environment).toMatchObject({
      LP_DATABASE_URL: expect.stringMatching(/^postgres:\/\/.*@postgres:5432\//),
      LP_REDIS_URL: expect.stringMatching(/^redis:\/\/.*@valkey:6379\//),
      LP_CLICKHOUSE_URL: expect.stringMatching(/^http:\/\/.*@clickhouse:8123\//),
    });
    expect([read_only, cap_drop, ports]).toEqual([true, ['ALL'], undefined]);
  }
});

test('only the balancer is open to others, every image has a version, and no password is in the file', () => {
  for (const [name, { image, ports }] of Object.entries(compose.services)) {
    expect(ports === undefined, name).toBe(name !== 'caddy');
    if (!name.startsWith('edge-')) expect(image).toMatch(/:\d/);
  }
  expect(read('deploy/compose.scale-out.yaml').match(/(?:PASSWORD|AUTH): (?!\$\{LAMPPOST_PASSWORD)/g)).toBeNull();
});

test('who is waited for says when it is ready, and volumes and files that are named are there', () => {
  for (const [name, { depends_on = {}, volumes = [] }] of Object.entries(compose.services)) {
    for (const [other, { condition }] of Object.entries(depends_on)) {
      const { healthcheck } = compose.services[other] ?? {};
      // The image of the server has one.
      const isKnown = other.startsWith('edge-') || healthcheck !== undefined;
      expect([condition, isKnown], `${name} waits for ${other}`).toEqual(['service_healthy', true]);
    }
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      const isThere = source.startsWith('./')
        ? existsSync(inRepository(`deploy/${source}`))
        : source in compose.volumes;
      expect(isThere, volume).toBe(true);
    }
  }
});

test('the balancer knows every server, and asks each for what it sends there', () => {
  const caddyfile = read('deploy/scale-out/balancer.Caddyfile');
  for (const [name] of edges) expect(caddyfile).toContain(`${name}:8080`);
  for (const line of ['health_uri /readyz\n', 'health_uri /readyz/config\n', 'max_size 64MB', 'flush_interval -1']) {
    expect(caddyfile).toContain(line);
  }
});

test.runIf(existsSync('/usr/bin/caddy'))('Caddy takes its file', () => {
  const file = inRepository('deploy/scale-out/balancer.Caddyfile');
  execFileSync('/usr/bin/caddy', ['validate', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore' });
});

test('ClickHouse keeps statements, which name ids of persons, for a day', () => {
  const config = parse(read('deploy/scale-out/clickhouse.yaml')) as Record<string, Record<string, unknown>>;
  expect(config.query_log).toEqual({ ttl: 'event_time + INTERVAL 1 DAY DELETE' });
  expect(config.text_log).toEqual({ '@remove': '1' });
  expect(config.merge_tree).toMatchObject({ finished_mutations_to_keep: 1 });
});
