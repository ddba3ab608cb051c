import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatPercent } from '../../../design/format/format-number.ts';
import { keyFromName } from '../../../design/format/key-from-name.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { PageLink } from '../../../navigation/page-link.tsx';
import styles from '../settings.module.css';

const invalidates = ['/v1/layers', '/v1/changes'];

/** Layers, and which experiments share the people of each. */
export function LayersPanel() {
  const { can } = useRole();
  const layers = useApi('/v1/layers', { query: { limit: 100 } });
  const archive = useApiMutation('PATCH', '/v1/layers/:id', { invalidates });
  const rows = layers.data ?? [];
  return (
    <Panel
      title="Layers"
      description="Experiments in a layer are mutually exclusive"
      isLoading={layers.isPending}
      loadingHeight={160}
      error={failureOf(layers, "Couldn't load layers")}
    >
      {rows.length === 0 ? (
        <p className={styles.words}>No layers</p>
      ) : (
        <KeyValue
          items={rows.map(({ id, key, name, experiments, free_pct: free }) => ({
            label: name,
            value: (
              <>
                {formatPercent(free)} free
                {experiments.map((experiment) => (
                  <span key={experiment.id}>
                    {', '}
                    <PageLink page="/experiments/$key" params={{ key: experiment.key }}>
                      {experiment.key}
                    </PageLink>{' '}
                    {formatPercent(experiment.traffic_pct)} ({experiment.status})
                  </span>
                ))}{' '}
                {can('editor') && experiments.length === 0 && (
                  <Button
                    variant="subtle"
                    color="gray"
                    size="compact-xs"
                    aria-label={`Archive layer ${key}`}
                    onClick={() => archive.mutate({ params: { id }, body: { archived: true } })}
                  >
                    Archive
                  </Button>
                )}
              </>
            ),
          }))}
        />
      )}
      {archive.error !== null && (
        <p role="alert" className={styles.problem}>
          {archive.error.message}
        </p>
      )}
      {can('editor') && <NewLayer />}
    </Panel>
  );
}

function NewLayer() {
  const [name, setName] = useState('');
  const create = useApiMutation('POST', '/v1/layers', {
    invalidates,
    onSuccess: () => {
      setName('');
      toasts.success({ title: 'Layer created' });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { key: keyFromName(name), name: name.trim() } });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label="New layer"
        placeholder="Checkout"
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.currentTarget.value)}
        error={create.error?.message}
      />
      <Button type="submit" variant="default" loading={create.isPending} disabled={keyFromName(name).length < 2}>
        Add layer
      </Button>
    </form>
  );
}
