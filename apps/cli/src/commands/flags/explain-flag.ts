import type { Wire } from '@lamppost/protocol';
import type { Command } from 'commander';
import { drawFacts } from '../../output/draw-facts.ts';
import { formatTime } from '../../output/format.ts';
import { printable, printableValue } from '../../output/printable.ts';
import { type Cli, collect, examples, handle } from '../cli.ts';
import { omitUndefined, readAssignments } from '../read-options.ts';
import { sayCondition } from './say-rule.ts';

interface ExplainOptions {
  readonly user?: string;
  readonly device?: string;
  readonly platform?: string;
  readonly attribute?: readonly string[];
  readonly at?: string;
}

type Explanation = Wire['ExplainAnswer']['data'];

export function defineExplain(command: Command): void {
  command
    .argument('<key>', 'Key or id of the flag')
    .description('Show which value a user gets, and why')
    .option('--user <id>', 'User id')
    .option('--device <id>', 'Device id')
    .option('--platform <platform>', 'web, ios, android, …')
    .option('-a, --attribute <name=value>', 'An attribute used in rules; can be repeated', collect)
    .option('--at <time>', 'At this time, ISO 8601; default: now')
    .addHelpText('after', examples('lamppost flags explain new_checkout --user u-1 --attribute plan=free'))
    .action(
      handle<ExplainOptions, [string]>(async (cli, options, key) => {
        const context = omitUndefined({
          user_id: options.user,
          device_id: options.device,
          platform: options.platform,
          ...readAssignments(options.attribute, '--attribute'),
        });
        const client = await cli.client();
        const answer = await client.data('explainFlag', {
          params: { id: key },
          query: { environment_id: await cli.environment() },
          body: { context, ...omitUndefined({ at: options.at }) },
        });
        cli.print(answer, () => drawExplanation(cli, answer));
      }),
    );
}

const REASONS: Readonly<Record<Explanation['reason'], string>> = {
  KILLED: 'the flag is killed',
  RULE_MATCH: 'a rule matches',
  ROLLOUT: 'the rollout includes them',
  DEFAULT: 'no rule matches and the rollout does not include them',
  NOT_FOUND: 'the flag is archived, or not for this platform',
  ERROR: 'it could not be evaluated',
};

function drawExplanation(cli: Cli, answer: Explanation): string {
  const failed = answer.prerequisites.find(({ outcome }) => outcome === 'failed');
  const facts = drawFacts(cli.terminal, [
    ['Value', cli.terminal.colours.bold(printableValue(answer.value))],
    ['Because', failed === undefined ? REASONS[answer.reason] : `a prerequisite failed: ${sayPrerequisite(failed)}`],
    ['Identity', answer.identity === null ? 'none' : printable(answer.identity)],
    answer.bucket === null ? undefined : ['Bucket', `${answer.bucket}, of ${printable(answer.hash_input ?? '')}`],
    ['Version', `${answer.config_version}, at ${formatTime(answer.at)}`],
  ]);
  const steps = answer.rules.map((rule, index) => {
    const name = rule.name === null ? `Rule ${index + 1}` : `Rule ${index + 1} "${printable(rule.name)}"`;
    return `  ${name}: ${sayOutcome(rule)}`;
  });
  const rollout = answer.rollout === null ? [] : [`  Rollout: ${sayOutcome(answer.rollout)}`];
  return [facts, '', ...steps, ...rollout].join('\n').trimEnd();
}

function sayPrerequisite({ flag, value, actual }: Explanation['prerequisites'][number]): string {
  const is = actual === null ? 'not served' : printableValue(actual);
  return `"${flag}" must be ${printableValue(value)} and is ${is}`;
}

type Step = Explanation['rules'][number] | NonNullable<Explanation['rollout']>;

function sayOutcome(step: Step): string {
  switch (step.outcome) {
    case 'matched':
      return `matched${step.percentage === 100 ? '' : `, bucket ${step.bucket} is below ${step.percentage} %`}`;
    case 'outside_percentage':
      return `not in, bucket ${step.bucket} is not below ${step.percentage} %`;
    case 'no_identity':
      return 'not in, a percentage needs a user or device';
    case 'not_reached':
      return 'not reached';
    case 'disabled':
      return 'disabled';
    case 'condition_failed':
      return `no match, ${sayFailed('failed_condition' in step ? step.failed_condition : null)}`;
  }
}

function sayFailed(condition: Readonly<Record<string, unknown>> | null): string {
  if (condition === null) return 'a condition does not match';
  const { actual } = condition;
  const is = actual === undefined || actual === null ? 'not set' : printableValue(actual);
  return `"${sayCondition(condition as never)}" does not match: the value is ${is}`;
}
