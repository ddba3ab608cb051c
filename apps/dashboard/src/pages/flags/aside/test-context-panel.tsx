import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconPlus, IconUserSearch, IconX } from '@tabler/icons-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useApiClient } from '../../../api/api-context.ts';
import { useEnvironment } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { builtInFields } from '../../../conditions/condition-words.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { type ContextField, contextOf, outcomeWords, reasonWords, shareWords } from '../targeting/explain-words.ts';
import { valueText } from '../targeting/rule-words.ts';
import type { Flag, Rule } from '../targeting/targeting.ts';
import styles from './aside.module.css';

export interface TestContextPanelProps {
  readonly flag: Flag;
  readonly rules: readonly Rule[];
  /** There is something unsaved, which the answer does not know of. */
  readonly isDraft: boolean;
}

const facts: ReadonlySet<string> = new Set(builtInFields.map(({ name }) => name));
const notAsked: ReadonlySet<string> = new Set(['user_id', 'device_id', 'user_group', 'user_cohort', 'environment']);

/** "What would this person get, and why?", answered by the server's own evaluation. */
export function TestContextPanel({ flag, rules, isDraft }: TestContextPanelProps) {
  const { environment } = useEnvironment();
  const api = useApiClient();
  const asked = useMemo(() => fieldsOf(rules), [rules]);
  const [userId, setUserId] = useState('');
  const [deviceId, setDeviceId] = useState('');
  const [extra, setExtra] = useState<readonly ContextField[]>();
  const fields = extra ?? asked.map((name) => ({ name, value: '' }));
  const explain = useApiMutation('POST', '/v1/flags/:id/explain');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const context = contextOf({ user_id: userId, device_id: deviceId }, fields, facts);
    explain.mutate({ params: { id: flag.id }, body: { context } });
  };
  const setField = (index: number, part: Partial<ContextField>) =>
    setExtra(fields.map((field, at) => (at === index ? { ...field, ...part } : field)));
  const fill = async () => {
    try {
      const { data } = await api.get('/v1/people/:id', { params: { id: userId.trim() } });
      const device = data.devices[0];
      const known: Record<string, unknown> = { ...data.attributes, ...(device ?? {}) };
      const names = [...new Set([...asked, ...Object.keys(data.attributes)])];
      setExtra(names.map((name) => ({ name, value: scalarText(known[name]) })));
      if (data.device_ids[0] !== undefined && deviceId === '') setDeviceId(data.device_ids[0]);
    } catch (error) {
      toasts.error({
        title: `No data on ${userId.trim()} in ${environment.slug}`,
        message: error instanceof Error ? error.message : undefined,
      });
    }
  };
  const result = explain.data?.data;
  return (
    <Panel title="Test a user" description={`The value served in ${environment.slug}, and why`}>
      <form onSubmit={submit} className={flowStyles.stack8}>
        <TextInput
          label="User id"
          size="xs"
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
          rightSection={
            <Tooltip label="Fill in known attributes">
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label="Fill in known attributes"
                disabled={userId.trim() === ''}
                onClick={fill}
              >
                <IconUserSearch size={14} />
              </ActionIcon>
            </Tooltip>
          }
        />
        <TextInput
          label="Device id"
          size="xs"
          value={deviceId}
          onChange={(event) => setDeviceId(event.currentTarget.value)}
        />
        {fields.map((field, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a field is renamed while it is typed; its place is its name
          <div key={index} className={styles.pair}>
            <TextInput
              size="xs"
              aria-label={`Name of field ${index + 1}`}
              placeholder="attribute"
              value={field.name}
              onChange={(event) => setField(index, { name: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={`Value of ${field.name === '' ? `field ${index + 1}` : field.name}`}
              placeholder="not set"
              value={field.value}
              onChange={(event) => setField(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Remove ${field.name === '' ? `field ${index + 1}` : field.name}`}
              onClick={() => setExtra(fields.filter((_, at) => at !== index))}
            >
              <IconX size={14} />
            </ActionIcon>
          </div>
        ))}
        <div className={flowStyles.between}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            leftSection={<IconPlus size={12} aria-hidden />}
            onClick={() => setExtra([...fields, { name: '', value: '' }])}
          >
            Add field
          </Button>
          <Button type="submit" variant="default" size="xs" loading={explain.isPending}>
            Explain
          </Button>
        </div>
      </form>
      {explain.error !== null && (
        <p className={styles.failure} role="alert">
          Couldn't evaluate: {explain.error.message}
        </p>
      )}
      {result !== undefined && (
        <div className={styles.answer} role="status">
          <p className={styles.big}>
            <code>{valueText(result.value)}</code>
          </p>
          <p className={styles.reason}>{reasonWords(result)}</p>
          {isDraft && <p className={styles.muted}>Unsaved changes aren't included.</p>}
          {result.rules.length > 0 && (
            <ol className={styles.outcomes}>
              {result.rules.map((line, index) => {
                const { isMatch, words } = outcomeWords(line);
                return (
                  <li key={line.rule_id} data-match={isMatch || undefined}>
                    {isMatch && <IconCheck size={14} aria-hidden />}
                    <bdi>{line.name ?? `Rule ${index + 1}`}</bdi>: {words}
                  </li>
                );
              })}
            </ol>
          )}
          {result.rollout !== null && result.rollout.outcome !== 'not_reached' && (
            <p className={styles.muted}>
              Rollout:{' '}
              {result.rollout.outcome === 'no_identity'
                ? 'a percentage needs a user or device id'
                : shareWords(result.rollout)}
            </p>
          )}
          {result.hash_input !== null && (
            <p className={styles.muted}>
              Hashed from <code className={textStyles.mono12}>{result.hash_input}</code>
            </p>
          )}
        </div>
      )}
    </Panel>
  );
}

const fieldsOf = (rules: readonly Rule[]): string[] =>
  [...new Set(rules.flatMap(({ conditions }) => conditions.map(({ field }) => field)))].filter(
    (name) => !notAsked.has(name),
  );

const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
