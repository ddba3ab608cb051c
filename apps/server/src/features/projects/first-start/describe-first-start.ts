import type { FirstStartResult } from './first-start.ts';

/** For the terminal, once. */
export function describeFirstStart(result: FirstStartResult, dashboardUrl: string): string {
  const { owner, operator_token: operatorToken, project, keys } = result;
  const lines = [
    'Lamppost has started for the first time.',
    '',
    row('Dashboard', dashboardUrl),
    row('Sign in as', owner.email),
    row('Password', owner.password),
    row('Operator token', operatorToken),
    '',
    `Keys of the project "${project.slug}"`,
  ];
  for (const environment of ['production', 'development'] as const) {
    lines.push('', `  ${environment}`);
    for (const kind of ['publishable', 'secret', 'dev'] as const) lines.push(row(`  ${kind}`, keys[environment][kind]));
  }
  lines.push('', 'Store them somewhere safe: only hashes are kept, and they are not shown again.');
  return lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}

function row(label: string, value: string): string {
  return `  ${label.padEnd(16)}${value}`;
}
