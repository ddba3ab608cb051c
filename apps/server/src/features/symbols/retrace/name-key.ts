/** A number of 53 bits for a name. Two names can share one, so what is found is compared with the name. */
function nameKey(name: string): number {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < name.length; at += 1) {
    const code = name.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (other & 0x1fffff) * 2 ** 32 + (one >>> 0);
}

export const obfuscatedKey = (name: string): number => nameKey(`> ${name}`);
export const originalKey = (name: string): number => nameKey(`< ${name}`);
