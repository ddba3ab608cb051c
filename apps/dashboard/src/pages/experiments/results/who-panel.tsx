import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { type Experiment, unitWords } from '../experiment.ts';
import { assignmentWords } from './assignment-words.ts';
import styles from './results.module.css';

/** Which variant somebody gets, answered by the server's own assignment. */
export function WhoPanel({ experiment }: { readonly experiment: Experiment }) {
  const [userId, setUserId] = useState('');
  const [deviceId, setDeviceId] = useState('');
  const [facts, setFacts] = useState<Readonly<Record<string, string>>>({});
  const explain = useApiMutation('POST', '/v1/experiments/:id/explain');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.entries(facts).filter(([, value]) => value.trim() !== '');
    const context = {
      ...Object.fromEntries(given.map(([name, value]) => [name, value.trim()])),
      ...(userId.trim() === '' ? {} : { user_id: userId.trim() }),
      ...(deviceId.trim() === '' ? {} : { device_id: deviceId.trim() }),
    };
    explain.mutate({ params: { id: experiment.id }, body: { context } });
  };
  const words = explain.data === undefined ? undefined : assignmentWords(explain.data.data, experiment.unit);
  return (
    <Panel title="Find a user's variant" description={`Assigned by ${unitWords[experiment.unit].label.toLowerCase()}`}>
      <form onSubmit={submit} className={flowStyles.stack8}>
        <TextInput
          label="User id"
          size="xs"
          value={userId}
          onChange={(event) => setUserId(event.currentTarget.value)}
        />
        <TextInput
          label="Device id"
          size="xs"
          value={deviceId}
          onChange={(event) => setDeviceId(event.currentTarget.value)}
        />
        {factsOf(experiment.audience).map((name) => (
          <TextInput
            key={name}
            label={name}
            size="xs"
            value={facts[name] ?? ''}
            onChange={(event) => setFacts({ ...facts, [name]: event.currentTarget.value })}
          />
        ))}
        <Button type="submit" variant="default" size="xs" loading={explain.isPending} style={{ alignSelf: 'flex-end' }}>
          Look up
        </Button>
      </form>
      {explain.error !== null && (
        <p className={styles.failure} role="alert">
          Couldn't look up: {explain.error.message}
        </p>
      )}
      {words !== undefined && (
        <div className={styles.answer} role="status">
          <p className={styles.big}>
            <bdi>{words.title}</bdi>
          </p>
          <p className={styles.text}>{words.words}</p>
        </div>
      )}
    </Panel>
  );
}

/** What the audience asks about, besides who it is: groups and cohorts are known by the user id. */
const factsOf = (audience: Experiment['audience']): readonly string[] => [
  ...new Set(audience.map(({ field }) => field).filter((field) => !known.has(field))),
];
const known: ReadonlySet<string> = new Set(['user_id', 'device_id', 'user_group', 'user_cohort', 'environment']);
