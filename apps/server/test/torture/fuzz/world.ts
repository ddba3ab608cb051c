import { randomBytes } from 'node:crypto';
import type { TestServer } from '../../harness/server.ts';
import { TestMember } from '../../harness/test-member.ts';
import { TestProject } from '../../harness/test-project.ts';
import type { CallerName } from './build-request.ts';
import { knownNames } from './generate-value.ts';

/** Ids by the folder of the path that they stand behind. */
type Ids = Readonly<Record<string, string>>;

/**
 * Two projects with a little of everything, and callers of every kind for the first. What requests do to it (revoke
 * keys, erase people, change plans) is part of the test, so a new one is made every so often.
 */
export class World {
  readonly server: TestServer;
  readonly #own: Ids;
  readonly #other: Ids;
  readonly #headers: Readonly<Record<CallerName, Readonly<Record<string, string>>>>;

  private constructor(server: TestServer, own: Ids, other: Ids, headers: World['headers']) {
    this.server = server;
    this.#own = own;
    this.#other = other;
    this.#headers = headers;
  }

  static async create(server: TestServer): Promise<World> {
    const [own, other] = [await TestProject.create(server), await TestProject.create(server)];
    const member = await TestMember.invited(own, 'admin');
    const revoked = await newKey(own, {});
    await own.send('DELETE', `/v1/keys/${revoked.id}`, { key: own.secret });
    const headers = {
      none: {},
      publishable: bearer(own.publishable),
      secret: bearer(own.secret),
      dev: bearer(own.keys.production.dev),
      confined: bearer((await newKey(own, { scope: 'environment' })).key),
      revoked: bearer(revoked.key),
      unknown: bearer(`lp_sec_production_${'a'.repeat(49)}`),
      other: bearer(other.secret),
      operator: bearer(server.bootstrap.operator_token),
      session: member.headers(own.id),
    };
    return new World(server, await fill(own), await fill(other), headers);
  }

  get headers(): Readonly<Record<CallerName, Readonly<Record<string, string>>>> {
    return this.#headers;
  }

  /** Puts ids in place of their names. */
  filledIn(text: string): string {
    return text.replaceAll(/%(own|other)\.([\w-]+)%/g, (_, whose: string, name: string) => {
      const ids = whose === 'own' ? this.#own : this.#other;
      return ids[name] ?? ids.alerts ?? 'x';
    });
  }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function newKey(project: TestProject, more: object): Promise<{ id: string; key: string }> {
  const body = { kind: 'secret', environment_id: 'production', name: 'of the fuzzer', ...more };
  return (await project.post('/v1/keys', body, { key: project.secret })).data();
}

/** A little of everything that a path can name. */
async function fill(project: TestProject): Promise<Ids> {
  const make = async (path: string, body: object): Promise<string> => {
    const response = await project.post(path, body, { key: project.secret });
    if (response.status > 299) throw new Error(`POST ${path} answered ${response.status}: ${response.text}`);
    return response.data<{ id: string }>().id;
  };
  const variants = [
    { key: 'a', name: 'A', is_control: true, weight: 50 },
    { key: 'b', name: 'B', weight: 50 },
  ];
  const metrics = [{ event_name: knownNames.event, metric_type: 'conversion', is_primary: true }];
  const query = { kind: 'crashes', range: { kind: 'relative', last: '7d' } };
  const flags = await make('/v1/flags', { key: knownNames.flag, name: 'F', platforms: ['web'] });
  const dashboard = await project.post(
    '/v1/dashboards/materialize',
    { name: 'D', widgets: [{ name: 'W', query: { kind: 'sql', sql: 'SELECT 1' } }] },
    { key: project.secret },
  );
  const { id: dashboards, widgets } = dashboard.data<{ id: string; widgets: { id: string }[] }>();
  await project.post('/v1/devices/register', { device_id: knownNames.device });
  await project.post(`/v1/devices/${knownNames.device}/identify`, { user_id: knownNames.user });
  await project.ingest({ batch: [{ event: knownNames.event, context: { user: { id: knownNames.user } } }] });
  const invitation = { email: `m${randomBytes(8).toString('hex')}@example.org`, role: 'viewer' };
  return {
    flags,
    dashboards,
    widgets: widgets[0]?.id ?? '',
    shares: await make(`/v1/dashboards/${dashboards}/shares`, { name: 'S' }),
    experiments: await make('/v1/experiments', { key: knownNames.experiment, name: 'E', variants, metrics }),
    groups: await make('/v1/groups', { key: knownNames.group, name: 'G' }),
    cohorts: await make('/v1/cohorts', { key: knownNames.cohort, name: 'C', kind: 'list' }),
    layers: await make('/v1/layers', { key: 'fuzz_layer', name: 'L' }),
    alerts: await make('/v1/alerts', {
      name: 'A',
      query,
      interval: 'hour',
      condition: { kind: 'threshold', op: 'above', value: 5 },
    }),
    webhooks: await make('/v1/webhooks', { name: 'W', url: 'https://hooks.invalid/' }),
    releases: await make('/v1/releases', { version: '1.2.3', platform: 'web' }),
    invitations: await make('/v1/invitations', invitation),
    keys: (await newKey(project, { kind: 'dev' })).id,
    environments: 'development',
    devices: knownNames.device,
    users: knownNames.user,
    people: knownNames.user,
    members: knownNames.user,
    catalog: knownNames.event,
    schemas: knownNames.event,
    projects: project.id,
    sdk: 'browser.tgz',
    id: flags,
  };
}
