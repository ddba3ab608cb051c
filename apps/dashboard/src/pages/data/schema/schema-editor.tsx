import type { Wire } from '@lamppost/protocol';
import { Button, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { formatCount } from '../../../design/format/format-count.ts';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { JsonField } from '../../../design/inputs/json-field.tsx';
import { SaveBar } from '../../../design/inputs/save-bar.tsx';
import { SegmentedTabs } from '../../../design/inputs/segmented-tabs.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { useLeaveGuard } from '../../../navigation/use-leave-guard.tsx';
import { isObject, type JsonSchema } from './json-schema.ts';
import { ModeChoice } from './mode-choice.tsx';
import { modeWords } from './mode-words.ts';
import { PropertyTable } from './property-table.tsx';
import styles from './schema.module.css';
import { bodyOf, draftOf, draftProblem, isSame, type SchemaDraft } from './schema-draft.ts';
import { schemaFromCatalog } from './schema-from-catalog.ts';

export interface SchemaEditorProps {
  readonly name: string;
  readonly schema: Wire['EventSchemaRow'] | undefined;
  readonly entry: Wire['CatalogRow'] | undefined;
  readonly view: 'table' | 'json';
  readonly onView: (view: 'table' | 'json') => void;
}

const touched = ['/v1/events/schemas', '/v1/events/catalog', '/v1/changes', '/v1/definitions'];

export function SchemaEditor({ name, schema, entry, view, onView }: SchemaEditorProps) {
  const { can, whyNot } = useRole();
  const [edited, setEdited] = useState<SchemaDraft>();
  const [isReviewing, setIsReviewing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [failure, setFailure] = useState<string>();
  const base = draftOf(schema);
  const draft = edited ?? base;
  const isDirty = edited !== undefined && !isSame(edited, base);
  const isDisabled = !can('editor');
  const problem = draftProblem(draft);
  const change = (part: Partial<SchemaDraft>) => {
    setFailure(undefined);
    setEdited({ ...draft, ...part });
  };
  const put = useApiMutation('PUT', '/v1/events/schemas/:name', { invalidates: touched });
  const remove = useApiMutation('DELETE', '/v1/events/schemas/:name', { invalidates: touched });
  const guard = useLeaveGuard(isDirty, 'The changes to the schema');
  const save = async () => {
    try {
      await put.mutateAsync({ params: { name }, body: bodyOf(draft) });
    } catch (error) {
      setFailure(error instanceof Error ? error.message : "Couldn't save.");
      throw error;
    }
    setEdited(undefined);
    toasts.success({ title: 'Schema saved', message: 'New events are checked against it.' });
  };
  return (
    <div className={flowStyles.stack16}>
      {guard}
      <div className={styles.columns}>
        <Panel
          title="Properties"
          description={
            schema === undefined
              ? "No schema yet. These events aren't checked."
              : 'Applies to this event in all environments'
          }
          actions={
            <>
              {!isDisabled && entry !== undefined && (
                <Tooltip
                  label={`From the latest ${formatCount(entry.sampled, 'event')}. Other properties stay allowed.`}
                >
                  <Button
                    size="xs"
                    variant="default"
                    leftSection={<IconWand size={14} aria-hidden />}
                    onClick={() => change({ properties: schemaFromCatalog(entry.properties, entry.sampled) })}
                  >
                    Generate from seen events
                  </Button>
                </Tooltip>
              )}
              <SegmentedTabs
                label="Schema view"
                look="pills"
                value={view}
                onChange={onView}
                tabs={[
                  { value: 'table', label: 'Table' },
                  { value: 'json', label: 'JSON Schema' },
                ]}
              />
            </>
          }
          isFlush
        >
          {view === 'table' ? (
            <TableView draft={draft} onChange={change} entry={entry} isDisabled={isDisabled} />
          ) : (
            <div className={styles.json}>
              <JsonField
                label="JSON Schema of the properties"
                isLabelHidden
                description="A subset of draft 2020-12. Unsupported keywords are rejected."
                value={draft.properties}
                minRows={16}
                isDisabled={isDisabled}
                error={failure}
                onChange={(value) => change({ properties: value === undefined ? undefined : (value as JsonSchema) })}
              />
            </div>
          )}
        </Panel>
        <div className={flowStyles.stack16}>
          <Panel title="Events that don't match">
            <ModeChoice value={draft.mode} onChange={(mode) => change({ mode })} isDisabled={isDisabled} />
          </Panel>
          <Panel title="About">
            <div className={flowStyles.stack16}>
              <Textarea
                label="Description"
                placeholder="When is it sent?"
                value={draft.description}
                maxLength={1000}
                autosize
                minRows={2}
                maxRows={6}
                disabled={isDisabled}
                onChange={(event) => change({ description: event.currentTarget.value })}
              />
              <TextInput
                label="Category"
                value={draft.category}
                maxLength={128}
                disabled={isDisabled}
                onChange={(event) => change({ category: event.currentTarget.value })}
              />
              <TextInput
                label="Status"
                placeholder="planned, implemented, deprecated"
                value={draft.status}
                maxLength={64}
                disabled={isDisabled}
                onChange={(event) => change({ status: event.currentTarget.value })}
              />
              {isDisabled && <p className={textStyles.note}>{whyNot('editor')}</p>}
            </div>
          </Panel>
          {schema !== undefined && !isDisabled && (
            <DangerButton onClick={() => setIsRemoving(true)}>Remove schema</DangerButton>
          )}
        </div>
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles.failure}>
          Couldn't save the schema: {failure} Your changes are still here.
        </p>
      )}
      {isDirty && (
        <SaveBar
          action="Review and save"
          onAction={() => setIsReviewing(true)}
          onDiscard={() => {
            setEdited(undefined);
            setFailure(undefined);
          }}
          problem={problem}
        >
          {schema === undefined ? 'Schema not saved' : 'Unsaved changes'}
        </SaveBar>
      )}
      <ConfirmWithReason
        isOpen={isReviewing}
        onClose={() => setIsReviewing(false)}
        title={`Save the schema of ${name}?`}
        action="Save schema"
        reason="none"
        tone="accent"
        onConfirm={save}
      >
        <DiffView before={schema === undefined ? null : bodyOf(base)} after={bodyOf(draft)} />
        <p className={textStyles.note}>{modeWords[draft.mode].sentence}</p>
      </ConfirmWithReason>
      <ConfirmWithReason
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        title={`Remove the schema of ${name}?`}
        action="Remove schema"
        reason="none"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { name } });
          setEdited(undefined);
        }}
      >
        These events are no longer checked. Quarantined events stay in Failed events.
      </ConfirmWithReason>
    </div>
  );
}

interface TableViewProps extends Pick<SchemaEditorProps, 'entry'> {
  readonly draft: SchemaDraft;
  readonly onChange: (part: Partial<SchemaDraft>) => void;
  readonly isDisabled: boolean;
}

function TableView({ draft, onChange, entry, isDisabled }: TableViewProps) {
  if (!isObject(draft.properties)) {
    return <p className={styles.json}>The JSON is invalid. Fix it or discard your changes.</p>;
  }
  return (
    <PropertyTable
      schema={draft.properties}
      onChange={(properties) => onChange({ properties })}
      observed={entry?.properties}
      isDisabled={isDisabled}
    />
  );
}
