import { randomBytes } from 'node:crypto';
import { sendRequest } from './send-request.ts';
import type { TestServer } from './server.ts';
import { ApiResponse, type TestProject } from './test-project.ts';

export interface SessionData {
  readonly member: {
    readonly id: string;
    readonly email: string;
    readonly name: string | null;
    readonly is_operator: boolean;
  };
  readonly projects: readonly {
    readonly id: string;
    readonly slug: string;
    readonly name: string;
    readonly role: string;
    readonly timezone: string;
    readonly environments: readonly { readonly id: string; readonly slug: string; readonly name: string }[];
  }[];
  readonly csrf_token: string;
  readonly expires_at: string;
}

interface MemberInit {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of the member's own; null: none. */
  readonly project?: string | null;
}

export const newEmail = (): string => `m${randomBytes(8).toString('hex')}@example.org`;

/** Somebody who is signed in, as a browser with its cookie and the dashboard's headers. */
export class TestMember {
  readonly server: TestServer;
  readonly session: SessionData;
  readonly password: string;
  readonly projectId: string | undefined;
  /** The cookie by which the browser shows that it has signed in before. */
  readonly knownBrowser: string;
  cookie: string;
  csrfToken: string;

  private constructor(server: TestServer, response: ApiResponse, password: string, projectId: string | undefined) {
    if (response.status !== 201) throw new Error(`Nobody was signed in: ${response.status} ${response.text}`);
    this.server = server;
    this.session = response.data<SessionData>();
    this.password = password;
    this.projectId = projectId;
    this.knownBrowser = response.headers.getSetCookie()[1]?.split(';')[0] ?? '';
    this.cookie = cookieOf(response);
    this.csrfToken = this.session.csrf_token;
  }

  static async signIn(server: TestServer, email: string, password: string, projectId?: string): Promise<TestMember> {
    const response = await post(server, '/v1/session', { email, password });
    return new TestMember(server, response, password, projectId);
  }

  static async owner(server: TestServer): Promise<TestMember> {
    const { email, password } = server.bootstrap.owner;
    return await TestMember.signIn(server, email, password, server.bootstrap.project.id);
  }

  /** Somebody new, invited into a project with this role. */
  static async invited(
    project: TestProject,
    role: string,
    email = newEmail(),
    password = randomBytes(9).toString('hex'),
  ): Promise<TestMember> {
    const invitation = await project.post('/v1/invitations', { email, role }, { key: project.secret });
    if (invitation.status !== 201) throw new Error(`Nobody was invited: ${invitation.status} ${invitation.text}`);
    const { token } = invitation.data<{ token: string }>();
    const response = await post(project.server, '/v1/invitations/accept', { token, password });
    return new TestMember(project.server, response, password, project.id);
  }

  /** The same member in another browser. */
  again(): Promise<TestMember> {
    return TestMember.signIn(this.server, this.session.member.email, this.password, this.projectId);
  }

  headers(project: string | null | undefined = this.projectId): Record<string, string> {
    const named = project === null || project === undefined ? {} : { 'X-Lamppost-Project': project };
    return { Cookie: this.cookie, 'X-CSRF-Token': this.csrfToken, ...named };
  }

  send(method: string, path: string, { body, headers, project }: MemberInit = {}): Promise<ApiResponse> {
    return ApiResponse.to(
      sendRequest(`${this.server.url}${path}`, {
        method,
        headers: { ...this.headers(project === undefined ? this.projectId : project), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  }

  get(path: string, init: MemberInit = {}): Promise<ApiResponse> {
    return this.send('GET', path, init);
  }

  post(path: string, body: unknown, init: MemberInit = {}): Promise<ApiResponse> {
    return this.send('POST', path, { ...init, body });
  }
}

export function cookieOf(response: ApiResponse): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

export function post(
  server: TestServer,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  return ApiResponse.to(sendRequest(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }));
}
