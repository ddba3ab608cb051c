import type { FuzzRequest } from './build-request.ts';

const MAX_TRIES = 150;

/** Takes parts away as long as the fault stays the same. */
export async function minimiseRequest(
  request: FuzzRequest,
  hasSameFault: (smaller: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let [best, tries] = [request, 0];
  for (let isSmaller = true; isSmaller && tries < MAX_TRIES; ) {
    isSmaller = false;
    for (const candidate of smallerThan(best)) {
      if (++tries > MAX_TRIES) break;
      if (!(await hasSameFault(candidate))) continue;
      best = candidate;
      isSmaller = true;
      break;
    }
  }
  return best;
}

function* smallerThan(request: FuzzRequest): Generator<FuzzRequest> {
  for (const name of Object.keys(request.headers)) {
    const { [name]: _, ...headers } = request.headers;
    yield { ...request, headers };
  }
  const [path = '', query] = request.path.split('?');
  if (query !== undefined) {
    yield { ...request, path };
    const parts = query.split('&');
    if (parts.length > 1) {
      for (const gone of parts)
        yield { ...request, path: `${path}?${parts.filter((part) => part !== gone).join('&')}` };
    }
  }
  if (request.body === undefined) return;
  const { body, ...withoutBody } = request;
  yield withoutBody;
  const text = Buffer.from(body, 'base64').toString('utf8');
  for (const smaller of smallerTexts(text)) yield { ...request, body: Buffer.from(smaller).toString('base64') };
}

function* smallerTexts(text: string): Generator<string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.length > 1) yield* [text.slice(0, text.length / 2), text.slice(text.length / 2)];
    return;
  }
  for (const smaller of smallerValues(value)) yield JSON.stringify(smaller);
}

function* smallerValues(value: unknown): Generator<unknown> {
  if (typeof value === 'string' && value.length > 8) yield value.slice(0, value.length / 2);
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const at of value.keys()) yield value.toSpliced(at, 1);
    for (const [at, item] of value.entries()) {
      for (const smaller of smallerValues(item)) yield value.with(at, smaller);
    }
    return;
  }
  const entries = Object.entries(value);
  for (const [gone] of entries) yield Object.fromEntries(entries.filter(([name]) => name !== gone));
  for (const [at, [name, item]] of entries.entries()) {
    for (const smaller of smallerValues(item)) yield Object.fromEntries(entries.with(at, [name, smaller]));
  }
}
