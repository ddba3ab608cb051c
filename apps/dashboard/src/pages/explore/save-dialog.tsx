import type { Wire } from '@lamppost/protocol';
import { Button, Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.ts';
import { useEnvironment } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { describeInsight } from '../../insights/describe-insight.ts';
import type { Insight } from '../../insights/insight.ts';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './explore.module.css';
import { widgetOfInsight } from './widget-of-insight.ts';

export interface SaveDialogProps {
  readonly insight: Insight;
  readonly query: Wire['InsightQuery'];
  readonly onClose: () => void;
}

type Saved = { readonly id: string; readonly name: string };

const newDashboard = 'new';
const MAX_NAME_LENGTH = 120;

/** Makes a widget of a query, on a dashboard that is there or a new one. */
export function SaveDialog({ insight, query, onClose }: SaveDialogProps) {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const { data: dashboards } = useApi('/v1/dashboards', { query: { is_template: false, limit: 100 } });
  const [name, setName] = useState(() => describeInsight(insight).slice(0, MAX_NAME_LENGTH));
  const [chosen, setChosen] = useState<string | null>(null);
  const [newName, setNewName] = useState('');
  const [problem, setProblem] = useState<ApiProblem>();
  const [isSaving, setIsSaving] = useState(false);
  const [saved, setSaved] = useState<Saved>();
  const target = chosen ?? dashboards?.[0]?.id ?? newDashboard;
  const isNew = target === newDashboard;
  const canSave = name.trim() !== '' && (!isNew || newName.trim() !== '') && dashboards !== undefined;

  const save = async () => {
    setIsSaving(true);
    setProblem(undefined);
    try {
      if (isNew) {
        const widgets = [widgetOfInsight(insight, query, name.trim(), [])];
        const body = { name: newName.trim(), widgets } as Wire['MaterializeBody'];
        const { data } = await api.post('/v1/dashboards/materialize', { body });
        setSaved({ id: data.id, name: data.name });
      } else {
        const { data } = await api.get('/v1/dashboards/:id', { params: { id: target } });
        const body = widgetOfInsight(insight, query, name.trim(), data.widgets);
        await api.post('/v1/dashboards/:id/widgets', { params: { id: target }, body });
        setSaved({ id: data.id, name: data.name });
      }
      await invalidate('/v1/dashboards');
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
    } finally {
      setIsSaving(false);
    }
  };

  if (saved !== undefined) {
    return (
      <Modal opened onClose={onClose} title="Saved">
        <div className={styles.dialog}>
          <p className={styles.words} role="status">
            <bdi>{name}</bdi> is on the dashboard{' '}
            <PageLink page="/dashboards/$id" params={{ id: saved.id }}>
              <bdi>{saved.name}</bdi>
            </PageLink>
            .
          </p>
          <div className={styles.dialogActions}>
            <Button variant="default" onClick={onClose}>
              Keep exploring
            </Button>
          </div>
        </div>
      </Modal>
    );
  }
  return (
    <Modal opened onClose={onClose} title="Save to dashboard">
      <form
        className={styles.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          if (canSave && !isSaving) void save();
        }}
      >
        <TextInput
          label="Widget name"
          value={name}
          maxLength={MAX_NAME_LENGTH}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Select
          label="Dashboard"
          allowDeselect={false}
          searchable
          value={target}
          onChange={setChosen}
          data={[
            ...(dashboards ?? []).map((dashboard) => ({ value: dashboard.id, label: dashboard.name })),
            { value: newDashboard, label: 'New dashboard' },
          ]}
        />
        {isNew && (
          <TextInput
            label="Dashboard name"
            value={newName}
            maxLength={MAX_NAME_LENGTH}
            onChange={(event) => setNewName(event.currentTarget.value)}
          />
        )}
        {problem !== undefined && (
          <p className={styles.problem} role="alert">
            Couldn't save: {problem.message} Your input is still here.
          </p>
        )}
        <div className={styles.dialogActions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!canSave} loading={isSaving}>
            Save
          </Button>
        </div>
      </form>
    </Modal>
  );
}
