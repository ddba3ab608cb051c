import type { Wire } from '@lamppost/protocol';
import { Button, Input, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiProblem } from '../../api/api-problem.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { keyFromName } from '../../design/format/key-from-name.ts';
import { SegmentedTabs } from '../../design/inputs/segmented-tabs.tsx';
import { kindWords } from './cohort-words.ts';
import styles from './cohorts.module.css';
import { type CohortKind, definitionOf, draftOf, draftProblem, emptyDraft } from './definition/cohort-draft.ts';
import { DefinitionField } from './definition/definition-field.tsx';

export interface CohortDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The cohort to be changed; a new one without. */
  readonly cohort?: Wire['CohortRow'] | undefined;
  readonly onSaved: (key: string) => void;
}

export function CohortDialog(props: CohortDialogProps) {
  const title = props.cohort === undefined ? 'New cohort' : 'Edit cohort';
  return (
    <Modal opened={props.isOpen} onClose={props.onClose} title={title} size={720}>
      <CohortForm {...props} />
    </Modal>
  );
}

const newKinds = (['behaviour', 'attributes', 'list'] as const).map((value) => ({
  value,
  label: kindWords[value].label,
}));

function CohortForm({ cohort, onClose, onSaved }: CohortDialogProps) {
  const [name, setName] = useState(cohort?.name ?? '');
  const [typedKey, setTypedKey] = useState<string>();
  const [description, setDescription] = useState(cohort?.description ?? '');
  const [kind, setKind] = useState<CohortKind>(cohort?.kind ?? 'behaviour');
  const [draft, setDraft] = useState(() => (cohort === undefined ? emptyDraft : draftOf(cohort.definition)));
  const [isSent, setIsSent] = useState(false);
  const options = {
    invalidates: ['/v1/cohorts', '/v1/changes'],
    onSuccess: ({ data }: { data: { key: string } }) => onSaved(data.key),
  };
  const create = useApiMutation('POST', '/v1/cohorts', options);
  const change = useApiMutation('PATCH', '/v1/cohorts/:id', options);
  const key = typedKey ?? keyFromName(name);
  const errors = errorsOf(create.error ?? change.error);
  const missing = draft === undefined ? undefined : draftProblem(kind, draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsSent(true);
    if (missing !== undefined) return;
    const words = { name: name.trim(), description: description.trim() === '' ? null : description.trim() };
    const hasDefinition = draft !== undefined && kind !== 'list' && kind !== 'query';
    const body = { ...words, ...(hasDefinition ? { definition: definitionOf(kind, draft) } : {}) };
    if (cohort === undefined) create.mutate({ body: { key, kind, ...body } });
    else change.mutate({ params: { id: cohort.id }, body });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <TextInput
          label="Name"
          placeholder="Frequent buyers"
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
          error={errors.name}
          data-autofocus
        />
        {cohort === undefined && (
          <>
            <TextInput
              label="Key"
              description="Used in filters and rules. Can't be changed later."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="frequent_buyers"
              value={key}
              maxLength={128}
              spellCheck={false}
              classNames={{ input: styles.mono ?? '' }}
              onChange={(event) => setTypedKey(event.currentTarget.value)}
              error={errors.key}
            />
            <Input.Wrapper label="Type" description={kindWords[kind].hint} className={styles.kinds ?? ''}>
              <SegmentedTabs label="Type" look="pills" tabs={newKinds} value={kind as never} onChange={setKind} />
            </Input.Wrapper>
          </>
        )}
        {draft === undefined ? (
          <p className={styles.muted}>This definition can only be edited with the API.</p>
        ) : (
          (cohort === undefined || kind !== 'list') && <DefinitionField kind={kind} draft={draft} onChange={setDraft} />
        )}
        <Textarea
          label="Description"
          value={description}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={8}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={errors.description}
        />
        {isSent && missing !== undefined && (
          <p role="alert" className={styles.failure}>
            {missing}.
          </p>
        )}
        {errors.form !== undefined && (
          <p role="alert" className={styles.failure}>
            {errors.form} Your input is still here.
          </p>
        )}
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || change.isPending}>
            {cohort === undefined ? 'Create cohort' : 'Save cohort'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const ownFields = ['name', 'key', 'description'];

function errorsOf(problem: ApiProblem | null): Readonly<Record<string, string | undefined>> {
  if (problem === null) return {};
  if (problem.reason === 'COHORT_KEY_EXISTS') return { key: 'A cohort with this key already exists' };
  const errors = Object.entries(problem.fieldErrors).map(([path, [first = '']]) => [path, first] as const);
  const own = errors.filter(([path]) => ownFields.includes(path));
  if (errors.length > 0 && own.length === errors.length) return Object.fromEntries(own);
  const others = errors.filter(([path]) => !ownFields.includes(path)).map((pair) => pair.join(': '));
  return { ...Object.fromEntries(own), form: others.length === 0 ? problem.message : `${others.join('. ')}.` };
}
