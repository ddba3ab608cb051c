import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { drawFacts } from '../../output/draw-facts.ts';
import { formatAgo, formatTime } from '../../output/format.ts';
import { printable, printableValue } from '../../output/printable.ts';
import { type Cli, examples, handle } from '../cli.ts';
import { sayState } from './flag-state.ts';
import { sayRule } from './say-rule.ts';

export function defineGet(command: Command): void {
  command
    .argument('<key>', 'Key or id of the flag')
    .description('Show a flag: definition, rules, rollout, kill switch')
    .addHelpText('after', examples('lamppost flags get new_checkout', 'lamppost flags get new_checkout -e development'))
    .action(
      handle<object, [string]>(async (cli, _, key) => {
        const client = await cli.client();
        const flag = await client.data('showFlag', { params: { id: key } });
        const targeting = await readTargeting(cli, flag.id);
        cli.print({ ...flag, targeting }, () => drawFlag(cli, flag, targeting));
      }),
    );
}

export async function readTargeting(cli: Cli, id: string): Promise<Wire['Targeting']> {
  const client = await cli.client();
  return client.data('showTargeting', { params: { id }, query: { environment_id: await cli.environment() } });
}

function drawFlag(cli: Cli, flag: Wire['FlagRow'], targeting: Wire['Targeting']): string {
  const { bold, red } = cli.terminal.colours;
  const { kill, rollout } = targeting;
  const facts = drawFacts(cli.terminal, [
    ['State', kill === null ? sayState(flag, targeting) : red('killed')],
    ['Type', `${flag.value_type}, ${printableValue(flag.default_value)} by default`],
    ['Kind', flag.kind],
    ['Platforms', flag.platforms.join(', ')],
    flag.tags.length === 0 ? undefined : ['Tags', printable(flag.tags.join(', '))],
    flag.owner === null ? undefined : ['Owner', printable(flag.owner.name ?? flag.owner.email)],
    flag.description === null ? undefined : ['About', printable(flag.description)],
    ['Last seen', formatAgo(flag.last_seen_at)],
    flag.stale === null ? undefined : ['Stale', flag.stale],
    ['Changed', formatTime(flag.updated_at)],
  ]);
  const rules = targeting.rules.map((rule, index) => {
    const name = rule.name === null ? '' : `${printable(rule.name)}: `;
    return `  ${index + 1}. ${name}${sayRule(rule)}`;
  });
  return [
    `${bold(flag.key)}  ${printable(flag.name)}`,
    facts,
    ...(kill === null
      ? []
      : [
          '',
          red(`All users get ${printableValue(kill.value)} since ${formatTime(kill.at)}: ${printable(kill.reason)}`),
        ]),
    '',
    'Rules, the first match wins:',
    ...(rules.length === 0 ? ['  none'] : rules),
    rollout === null || rollout.percentage === 0
      ? `  All other users → ${printableValue(flag.default_value)}`
      : `  All other users → ${printableValue(rollout.value)} for ${rollout.percentage} %, ${printableValue(flag.default_value)} for the rest`,
  ].join('\n');
}
