/** "New checkout (v2)" → `new_checkout_v2`: small letters, digits and underscores, a letter first, at most 128. */
export function keyFromName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 128)
    .replace(/_+$/, '');
}
