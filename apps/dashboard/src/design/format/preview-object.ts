const MAX_VALUE_LENGTH = 40;

/** The first members of an object in a line, for a row that folds out: `plan: pro, items: 3, …`. */
export function previewObject(value: unknown, max = 4): string {
  if (typeof value !== 'object' || value === null) return '';
  const members = Object.entries(value);
  const shown = members.slice(0, max).map(([name, member]) => `${name}: ${previewValue(member)}`);
  return members.length > max ? `${shown.join(', ')}, …` : shown.join(', ');
}

function previewValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'object' && value !== null) return '{…}';
  const text = String(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
