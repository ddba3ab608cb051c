import { hostname, userInfo } from 'node:os';
import type { Wire } from '@lamppost/protocol';
import { failureOf, unreachable } from '../client/failure-of.ts';
import { sendHttp } from '../client/send-http.ts';
import type { Connection } from '../config/connection.ts';
import { CliError } from '../exit/cli-error.ts';
import { exitCodes } from '../exit/exit-codes.ts';

export interface SignInOptions {
  readonly email: string;
  readonly password: string;
  readonly project: string | undefined;
  readonly environment: string | undefined;
  readonly scope: 'project' | 'environment';
}

type Session = Wire['SessionAnswer']['data'];

/** Signs in as a member, makes a secret key for this machine, and signs out: what is kept is the key alone. */
export async function signInForKey(
  connection: Connection,
  options: SignInOptions,
): Promise<{ key: string; name: string }> {
  const base = connection.url.value;
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    const response = await sendHttp(`${base}${path}`, {
      method,
      headers: { Origin: new URL(base).origin, 'Content-Type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw unreachable(connection, cause);
    });
    if (!response.isOk) throw await failureOf(response, undefined);
    return response;
  };
  const { email, password } = options;
  const signedIn = await ask('POST', '/v1/session', {}, { email, password });
  const cookie = signedIn.cookies.map((text) => text.split(';')[0]).join('; ');
  const { data } = await signedIn.json<{ data: Session }>();
  const auth = { Cookie: cookie, 'X-CSRF-Token': data.csrf_token };
  try {
    const project = chooseProject(data, options.project);
    const slug = options.environment ?? 'production';
    const environment = project.environments.find((candidate) => candidate.slug === slug);
    if (environment === undefined)
      throw noSuch(
        'environment',
        slug,
        project.environments.map((one) => one.slug),
      );
    const name = `CLI: ${userInfo().username}@${hostname()}`.slice(0, 200);
    const wanted = { kind: 'secret', scope: options.scope, environment_id: environment.id, name };
    const made = await ask('POST', '/v1/keys', { ...auth, 'X-Lamppost-Project': project.id }, wanted);
    const { key } = (await made.json<Wire['NewKeyAnswer']>()).data;
    return { key, name: `${project.slug}, ${slug}` };
  } finally {
    // A session that stays open ends by itself, and the key is what was asked for.
    await ask('DELETE', '/v1/session', auth).catch(() => undefined);
  }
}

function chooseProject({ projects }: Session, wanted: string | undefined): Session['projects'][number] {
  const found =
    wanted === undefined && projects.length === 1 ? projects[0] : projects.find(({ slug }) => slug === wanted);
  if (found !== undefined) return found;
  const slugs = projects.map(({ slug }) => slug);
  if (wanted !== undefined) throw noSuch('project', wanted, slugs);
  throw new CliError(
    projects.length === 0 ? 'You are not a member of any project yet.' : 'You are a member of several projects.',
    {
      exitCode: exitCodes.usage,
      hint: `Add --project: ${slugs.join(', ')}`,
    },
  );
}

const noSuch = (what: string, name: string, known: readonly string[]): CliError =>
  new CliError(`You have no ${what} "${name}".`, {
    exitCode: exitCodes.notFound,
    hint: `Available: ${known.join(', ')}`,
  });
