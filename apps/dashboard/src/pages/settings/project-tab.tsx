import { Button, Select, TextInput } from '@mantine/core';
import { type FormEvent, useMemo, useState } from 'react';
import { useEnvironment, useRole } from '../../api/environment.ts';
import { failureOf } from '../../api/failure-of.ts';
import { useSession } from '../../api/session.ts';
import { useApi } from '../../api/use-api.ts';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { formatExactTime } from '../../design/format/format-time.ts';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import { Panel } from '../../design/layout/panel.tsx';
import { KeyValue } from '../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import { PageLink } from '../../navigation/page-link.tsx';
import styles from './settings.module.css';
import { timeZoneChoices } from './time-zone-choices.ts';

type Project = NonNullable<ReturnType<typeof useProject>['data']>;

const useProject = () => useApi('/v1/project');

export function ProjectTab() {
  const project = useProject();
  return (
    <div className={styles.columns}>
      <Panel
        title="Project"
        isLoading={project.isPending}
        loadingHeight={260}
        error={failureOf(project, "Couldn't load project settings")}
      >
        {project.data !== undefined && <ProjectForm key={project.data.updated_at} project={project.data} />}
      </Panel>
      <Panel title="Identifiers" isLoading={project.isPending} loadingHeight={260}>
        {project.data !== undefined && <ProjectFacts project={project.data} />}
      </Panel>
    </div>
  );
}

function ProjectForm({ project }: { readonly project: Project }) {
  const { refresh } = useSession();
  const { can, whyNot } = useRole();
  const [name, setName] = useState(project.name);
  const [timezone, setTimezone] = useState(project.timezone);
  const save = useApiMutation('PATCH', '/v1/project', {
    // Days begin elsewhere: everything that was counted by day is asked for anew.
    invalidates: ['/v1'],
    onSuccess: () => {
      void refresh();
      toasts.success({ title: 'Project saved' });
    },
  });
  const zones = useMemo(() => timeZoneChoices(timezone), [timezone]);
  const isChanged = name.trim() !== project.name || timezone !== project.timezone;
  const isReadOnly = !can('admin');
  const errors = save.error?.fieldErrors ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { name: name.trim(), timezone } });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <TextInput
        label="Name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={200}
        required
        withAsterisk={false}
        disabled={isReadOnly}
        error={errors.name?.[0]}
      />
      <Select
        label="Time zone"
        description={`Used for days, weeks and months in all charts. Current time: ${formatExactTime(Date.now(), timezone)}`}
        data={zones}
        value={timezone}
        onChange={(zone) => setTimezone(zone ?? project.timezone)}
        searchable
        allowDeselect={false}
        nothingFoundMessage="Unknown time zone. Try a city name."
        limit={200}
        maxDropdownHeight={300}
        disabled={isReadOnly}
        error={errors.timezone?.[0]}
      />
      <div role="alert" className={styles.problem}>
        {save.error !== null && errors.name === undefined && errors.timezone === undefined
          ? `${asSentence(save.error.message)} No changes were made.`
          : undefined}
      </div>
      {isReadOnly ? (
        <p className={styles.words}>{whyNot('admin')}</p>
      ) : (
        <Button type="submit" loading={save.isPending} disabled={!isChanged || name.trim() === ''}>
          Save project
        </Button>
      )}
    </form>
  );
}

function ProjectFacts({ project }: { readonly project: Project }) {
  const { environment } = useEnvironment();
  return (
    <KeyValue
      items={[
        { label: 'Slug', value: <CopyField value={project.slug} label="Copy slug" isInline /> },
        { label: 'Id', value: <CopyField value={project.id} label="Copy project id" isInline /> },
        {
          label: `Id of ${environment.slug}`,
          value: <CopyField value={environment.id} label="Copy environment id" isInline />,
        },
        {
          label: 'Plan',
          value: (
            <PageLink page="/settings" search={{ tab: 'usage' }}>
              {project.plan}
            </PageLink>
          ),
        },
        { label: 'Created', value: <RelativeTime at={project.created_at} /> },
      ]}
    />
  );
}
