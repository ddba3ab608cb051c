/** Where to go after signing in: an address of this app and nothing else, since anybody may have made the link. */
export function backAddress(asked: unknown): string {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return '/';
  return /^\/(?:sign-in|invitations)(?:[/?#]|$)/.test(asked) ? '/' : asked;
}
