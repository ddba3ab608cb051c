/** As it was before anybody wrapped it: what the SDK itself asks for is nobody's breadcrumb. */
export const { fetch: ownFetch } = globalThis;
