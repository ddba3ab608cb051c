import type { Guard } from './guard.ts';

type Method = (...args: never[]) => unknown;

/** A client whose methods cannot throw. `otherwise` says what a method that fails answers; by default its second argument. */
export function guardMembers<Client extends object>(
  guard: Guard,
  client: Client,
  otherwise: { readonly [Name in keyof Client]?: (...args: never[]) => unknown } = {},
): Client {
  const members = Object.entries(client).map(([name, member]) => [
    name,
    typeof member === 'function' ? guard(member as Method, otherwise[name as keyof Client]) : member,
  ]);
  return Object.fromEntries(members) as Client;
}
