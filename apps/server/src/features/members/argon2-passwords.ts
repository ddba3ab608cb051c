/** Argon2id with the library's parameters, which follow OWASP. Imported on first use: loading it is slow. */
export async function hashPassword(password: string): Promise<string> {
  const { hash } = await import('@node-rs/argon2');
  return hash(password);
}

export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const { verify } = await import('@node-rs/argon2');
  return verify(passwordHash, password);
}
