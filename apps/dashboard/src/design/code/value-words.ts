/** A value as people write it: `name: Sweden, percentage: 10`, `pro users, staff`. Deeper parts stay JSON. */
export function valueWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return value.map(String).join(', ');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const members = Object.entries(value).filter(([name]) => name !== 'id');
    if (members.length > 0) return members.map(([name, member]) => `${name}: ${memberWords(member)}`).join(', ');
  }
  return JSON.stringify(value) ?? 'nothing';
}

const memberWords = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';
