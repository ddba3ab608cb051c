import type { Wire } from '@lamppost/protocol';
import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEnvironment } from '../../api/environment.ts';
import { useApi } from '../../api/use-api.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import textStyles from '../../design/primitives/text.module.css';
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

interface SaveValues {
  readonly name: string;
  /** Id of a dashboard; the first one until another is chosen. */
  readonly target: string | null;
  readonly newName: string;
}

interface Saved {
  readonly id: string;
  readonly name: string;
  readonly widget: string;
}

const initial: SaveValues = { name: '', target: null, newName: '' };

const newDashboard = 'new';
const MAX_NAME_LENGTH = 120;

/** Makes a widget of a query, on a dashboard that is there or a new one. */
export function SaveDialog({ insight, query, onClose }: SaveDialogProps) {
  const { api } = useEnvironment();
  const invalidate = useInvalidate();
  const { data: dashboards } = useApi('/v1/dashboards', { query: { is_template: false, limit: 100 } });
  const [saved, setSaved] = useState<Saved>();
  const targetOf = ({ target }: SaveValues): string => target ?? dashboards?.[0]?.id ?? newDashboard;
  const save = async (values: SaveValues): Promise<void> => {
    const target = targetOf(values);
    const name = values.name.trim();
    if (target === newDashboard) {
      const widgets = [widgetOfInsight(insight, query, name, [])];
      const body = { name: values.newName.trim(), widgets } as Wire['MaterializeBody'];
      const { data } = await api.post('/v1/dashboards/materialize', { body });
      setSaved({ id: data.id, name: data.name, widget: name });
    } else {
      const { data } = await api.get('/v1/dashboards/:id', { params: { id: target } });
      const body = widgetOfInsight(insight, query, name, data.widgets);
      await api.post('/v1/dashboards/:id/widgets', { params: { id: target }, body });
      setSaved({ id: data.id, name: data.name, widget: name });
    }
    await invalidate('/v1/dashboards');
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={saved === undefined ? 'Save to dashboard' : 'Saved'}
      action="Save"
      initial={{ ...initial, name: describeInsight(insight).slice(0, MAX_NAME_LENGTH) }}
      canSubmit={(values) =>
        values.name.trim() !== '' &&
        (targetOf(values) !== newDashboard || values.newName.trim() !== '') &&
        dashboards !== undefined
      }
      onSubmit={save}
      placeError={({ message }) => ({ form: message })}
      failureText={(message) => `Couldn't save: ${message} Your input is still here.`}
      result={saved && <SavedMessage saved={saved} onClose={onClose} />}
    >
      {(form) => (
        <>
          <TextInput label="Widget name" maxLength={MAX_NAME_LENGTH} data-autofocus {...form.getInputProps('name')} />
          <Select
            label="Dashboard"
            allowDeselect={false}
            searchable
            data={[
              ...(dashboards ?? []).map((dashboard) => ({ value: dashboard.id, label: dashboard.name })),
              { value: newDashboard, label: 'New dashboard' },
            ]}
            {...form.getInputProps('target')}
            value={targetOf(form.values)}
          />
          {targetOf(form.values) === newDashboard && (
            <TextInput label="Dashboard name" maxLength={MAX_NAME_LENGTH} {...form.getInputProps('newName')} />
          )}
        </>
      )}
    </FormDialog>
  );
}

function SavedMessage({ saved, onClose }: { readonly saved: Saved; readonly onClose: () => void }) {
  return (
    <div className={flowStyles.stack12}>
      <p className={textStyles.note} role="status">
        <bdi>{saved.widget}</bdi> is on the dashboard{' '}
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
  );
}
