import type { Wire } from '@lamppost/protocol';
import { Input, Textarea } from '@mantine/core';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { FormDialog } from '../../design/dialogs/form-dialog.tsx';
import { keyOf, type NamedValues } from '../../design/dialogs/key-of.ts';
import { NameAndKey } from '../../design/dialogs/name-and-key.tsx';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { kindWords } from './cohort-words.ts';
import styles from './cohorts.module.css';
import {
  type CohortDraft,
  type CohortKind,
  definitionOf,
  draftOf,
  draftProblem,
  emptyDraft,
} from './definition/cohort-draft.ts';
import { DefinitionField } from './definition/definition-field.tsx';

export interface CohortDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The cohort to be changed; a new one without. */
  readonly cohort?: Wire['CohortRow'] | undefined;
  readonly onSaved: (key: string) => void;
}

interface CohortValues extends NamedValues {
  readonly description: string;
  readonly kind: CohortKind;
  /** Undefined for a definition that the fields cannot show. */
  readonly draft: CohortDraft | undefined;
}

const newKinds = (['behaviour', 'attributes', 'list'] as const).map((value) => ({
  value,
  label: kindWords[value].label,
}));

const valuesOf = (cohort: Wire['CohortRow'] | undefined): CohortValues => ({
  name: cohort?.name ?? '',
  key: undefined,
  description: cohort?.description ?? '',
  kind: cohort?.kind ?? 'behaviour',
  draft: cohort === undefined ? emptyDraft : draftOf(cohort.definition),
});

function bodyOf({ name, description, kind, draft }: CohortValues) {
  const words = { name: name.trim(), description: description.trim() || null };
  const hasDefinition = draft !== undefined && kind !== 'list' && kind !== 'query';
  return { ...words, ...(hasDefinition ? { definition: definitionOf(kind, draft) } : {}) };
}

function missingIn({ kind, draft }: CohortValues) {
  const missing = draft === undefined ? undefined : draftProblem(kind, draft);
  return missing === undefined ? {} : { form: `${missing}.` };
}

export function CohortDialog({ isOpen, onClose, cohort, onSaved }: CohortDialogProps) {
  const options = {
    invalidates: ['/v1/cohorts', '/v1/changes'],
    onSuccess: ({ data }: { data: { key: string } }) => onSaved(data.key),
  };
  const create = useApiMutation('POST', '/v1/cohorts', options);
  const change = useApiMutation('PATCH', '/v1/cohorts/:id', options);
  const isNew = cohort === undefined;
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={isNew ? 'New cohort' : 'Edit cohort'}
      size={720}
      action={isNew ? 'Create cohort' : 'Save cohort'}
      initial={valuesOf(cohort)}
      validate={missingIn}
      onSubmit={(values) => {
        const body = bodyOf(values);
        if (!isNew) return change.mutateAsync({ params: { id: cohort.id }, body });
        return create.mutateAsync({ body: { key: keyOf(values), kind: values.kind, ...body } });
      }}
      placeError={({ reason }) =>
        reason === 'COHORT_KEY_EXISTS' ? { key: 'A cohort with this key already exists' } : undefined
      }
      failureText={(message) => `${message} Your input is still here.`}
    >
      {(form) => (
        <>
          <NameAndKey
            form={form}
            namePlaceholder="Frequent buyers"
            keyPlaceholder={isNew ? 'frequent_buyers' : undefined}
            keyUse="filters and rules"
          />
          {isNew && (
            <Input.Wrapper
              label="Type"
              description={kindWords[form.values.kind].hint}
              error={form.errors.kind}
              className={styles.kinds ?? ''}
            >
              <SegmentedTabs
                label="Type"
                look="pills"
                tabs={newKinds}
                value={form.values.kind as never}
                onChange={(kind) => form.setFieldValue('kind', kind)}
              />
            </Input.Wrapper>
          )}
          {form.values.draft === undefined ? (
            <p className={textStyles.mutedText}>This definition can only be edited with the API.</p>
          ) : (
            (isNew || form.values.kind !== 'list') && (
              <DefinitionField
                kind={form.values.kind}
                draft={form.values.draft}
                onChange={(draft) => form.setFieldValue('draft', draft)}
              />
            )
          )}
          <Textarea
            label="Description"
            maxLength={1000}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
        </>
      )}
    </FormDialog>
  );
}
