import type { Wire } from '@lamppost/protocol';

export interface ApiCallOptions {
  /** Where the server is: `https://lamppost.example`. */
  readonly origin: string;
  readonly environment: string;
}

/** The same query for a terminal. Quotes are closed and opened again, so that nothing ends the text early. */
export function apiCall(query: Wire['InsightQuery'], { origin, environment }: ApiCallOptions): string {
  const body = JSON.stringify({ environment_id: environment, query }, null, 2).replaceAll("'", "'\\''");
  return [
    `curl -s '${origin}/v1/insights/query' \\`,
    `  -H "Authorization: Bearer $SECRET_KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${body}'`,
  ].join('\n');
}
