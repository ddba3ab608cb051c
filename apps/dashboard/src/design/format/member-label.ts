/** What a member is called by others. */
export const memberLabel = ({ name, email }: { readonly name: string | null; readonly email: string }): string =>
  name ?? email;
