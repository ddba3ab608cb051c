/** How every connection of ours to PostgreSQL is made. */
export const connectionOf = (url: string) => ({
  connectionString: url,
  application_name: 'lamppost',
  connectionTimeoutMillis: 3_000,
  keepAlive: true,
});
