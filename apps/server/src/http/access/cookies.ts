/** Cookies that scripts cannot read and other sites cannot send along; over https they stay on https and on this host. */
export class Cookies {
  readonly #prefix: string;
  readonly #attributes: string;

  constructor(publicUrl: string | undefined) {
    const isSecure = publicUrl?.toLowerCase().startsWith('https:') === true;
    // With this prefix browsers take the cookie from this very host alone, not from its neighbours in the domain.
    this.#prefix = isSecure ? '__Host-' : '';
    this.#attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }

  /** The value that a request brings, if it has the right shape. */
  read(cookies: string | undefined, name: string, shape: RegExp): string | undefined {
    if (cookies === undefined) return undefined;
    for (const pair of cookies.split(';')) {
      const [key, value] = pair.trim().split('=', 2);
      if (key === this.#prefix + name && value !== undefined && shape.test(value)) return value;
    }
    return undefined;
  }

  /** A Set-Cookie header; an empty value of no age drops the cookie. */
  write(name: string, value: string, maxAgeSeconds: number): string {
    return `${this.#prefix}${name}=${value}; Max-Age=${maxAgeSeconds}; ${this.#attributes}`;
  }
}
