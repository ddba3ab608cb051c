import { askEverything } from './questions.mjs';

/** @typedef {import('./questions.mjs').Query & { status: number, answer: unknown }} Answered */

/** What moves by itself, or because somebody asks. */
const passing = [
  ...['last_used_at', 'last_signed_in_at', 'last_seen_at', 'expires_at', 'csrf_token', 'server_time', 'etag'],
  ...['stale', 'cursor'],
];

/**
 * @param {unknown} value
 * @param {ReadonlySet<string>} names
 * @returns {unknown}
 */
function withoutMembers(value, names) {
  if (Array.isArray(value)) return value.map((each) => withoutMembers(each, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (names.has(name) ? [] : [[name, withoutMembers(member, names)]])),
  );
}

/** What a message says may be said better. @param {unknown} body */
const codeOf = (body) => ({ error: { code: /** @type {{ error: { code: string } }} */ (body).error.code } });

/**
 * Asks a server for everything, and notes what it answers.
 * @param {import('./story/teller.mjs').Teller} teller
 * @returns {Promise<Answered[]>}
 */
export async function recordAnswers(teller) {
  /** @type {Answered[]} */
  const answers = [];
  await askEverything(async (method, path, more = {}) => {
    const { as = 'production.secret', headers, body, without = [] } = more;
    const answer = await teller.api.ask(method, path, {
      ...keyOf(teller.access, as),
      ...(headers && { headers }),
      body,
    });
    const question = { name: more.name ?? `${method} ${path}`, as, method, path, ...(headers && { headers }), body };
    answers.push({
      ...question,
      status: answer.status,
      answer:
        answer.status < 400 ? withoutMembers(answer.body, new Set([...passing, ...without])) : codeOf(answer.body),
    });
    return /** @type {{ data?: unknown } | null} */ (answer.body)?.data;
  }, teller);
  return answers;
}

/**
 * @param {import('./story/teller.mjs').Access} access
 * @param {string} as
 */
function keyOf(access, as) {
  if (as === 'nobody') return {};
  if (as === 'operator') return { key: access.operator };
  const [environment = '', kind = ''] = as.split('.');
  return { key: access.keys[environment]?.[/** @type {'secret'} */ (kind)] ?? '' };
}
