import { Button, Chip, Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { orRequested } from '../../../api/or-requested.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { useMembers } from '../../../api/use-members.ts';
import { DiffView } from '../../../design/code/diff-view.tsx';
import { ConfirmWithReason } from '../../../design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { memberLabel } from '../../../design/format/member-label.ts';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { MemberSelect } from '../../../design/inputs/member-select.tsx';
import { SaveBar } from '../../../design/inputs/save-bar.tsx';
import { TagInput } from '../../../design/inputs/tag-input.tsx';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { KeyValue } from '../../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import { changedPaths, commentPart } from '../editor/use-save-targeting.ts';
import { kindChoices, labelOf, platformChoices, valueTypeChoices } from '../flag-words.ts';
import { valueProblem } from '../targeting/draft-problems.ts';
import { patchFields, patchToward } from '../targeting/flag-patch.ts';
import { valueText } from '../targeting/rule-words.ts';
import type { Flag } from '../targeting/targeting.ts';
import { ValueField } from '../value-field.tsx';
import { PrerequisitesPanel } from './prerequisites-panel.tsx';
import styles from './tabs.module.css';

export interface FlagDetails {
  readonly name?: string;
  readonly description?: string | null;
  readonly default_value?: unknown;
  readonly platforms?: readonly string[];
  readonly tags?: readonly string[];
  readonly kind?: Flag['kind'];
  readonly owner?: Flag['owner'];
  readonly prerequisites?: Flag['prerequisites'];
  readonly expires_on?: string | null;
}

export interface DetailsTabProps {
  readonly flag: Flag;
  readonly edits: FlagDetails;
  readonly onEdits: (edits: FlagDetails) => void;
}

/** What a flag is in the whole project: name, default, platforms, tags, status. */
export function DetailsTab({ flag, edits, onEdits }: DetailsTabProps) {
  const { can } = useRole();
  if (!can('editor')) return <ReadDetails flag={flag} />;
  return <EditDetails flag={flag} edits={edits} onEdits={onEdits} />;
}

function ReadDetails({ flag }: { readonly flag: Flag }) {
  return (
    <Panel title="Details">
      <KeyValue
        items={[
          { label: 'Name', value: flag.name },
          { label: 'Description', value: flag.description },
          { label: 'Type', value: labelOf(valueTypeChoices, flag.value_type) },
          { label: 'Default value', value: <code>{valueText(flag.default_value)}</code> },
          { label: 'Platforms', value: flag.platforms.map((name) => labelOf(platformChoices, name)).join(', ') },
          { label: 'Purpose', value: labelOf(kindChoices, flag.kind) },
          { label: 'Tags', value: flag.tags.join(', ') || '–' },
          { label: 'Owner', value: flag.owner === null ? '–' : memberLabel(flag.owner) },
          {
            label: 'Prerequisites',
            value: flag.prerequisites.map((one) => `${one.flag} is ${valueText(one.value)}`).join(', ') || '–',
          },
          { label: 'Expires', value: flag.expires_on ?? '–' },
          { label: 'Created', value: <RelativeTime at={flag.created_at} /> },
          { label: 'Changed', value: <RelativeTime at={flag.updated_at} /> },
        ]}
      />
    </Panel>
  );
}

function EditDetails({ flag, edits, onEdits }: DetailsTabProps) {
  const [isReviewing, setIsReviewing] = useState(false);
  const members = useMembers();
  const now = { ...flag, ...edits };
  const patch = patchToward(flag, now as unknown as Record<string, unknown>);
  const isDirty = Object.keys(patch).length > 0;
  const save = useApiMutation('PATCH', '/v1/flags/:id', { invalidates: changedPaths });
  const problems = save.error?.fieldErrors ?? {};
  const problemOf = (name: string): string | undefined =>
    Object.entries(problems).find(([path]) => path.split('.')[0] === name)?.[1][0];
  const valueWrong = valueProblem(now.default_value, flag.value_type);
  const wrong = now.name.trim() === '' ? 'Enter a name' : now.platforms.length === 0 ? 'Select a platform' : valueWrong;
  const set = (part: FlagDetails) => onEdits({ ...edits, ...part });
  return (
    <>
      <div className={styles.cards}>
        <Panel title="Details" description="Shared by all environments">
          <div className={flowStyles.stack16}>
            <TextInput
              label="Name"
              value={now.name}
              maxLength={200}
              onChange={(event) => set({ name: event.currentTarget.value })}
              error={problemOf('name')}
            />
            <Textarea
              label="Description"
              value={now.description ?? ''}
              maxLength={1000}
              autosize
              minRows={2}
              maxRows={10}
              onChange={(event) => set({ description: event.currentTarget.value || null })}
              error={problemOf('description')}
            />
            <Chip.Group multiple value={[...now.platforms]} onChange={(platforms) => set({ platforms })}>
              <fieldset className={styles.fieldset}>
                <Text component="legend" size="sm" fw={600} mb={6}>
                  Platforms
                </Text>
                <Group gap={6}>
                  {platformChoices.map(({ value, label }) => (
                    <Chip key={value} value={value} size="xs" variant="outline">
                      {label}
                    </Chip>
                  ))}
                </Group>
              </fieldset>
            </Chip.Group>
            <Select
              label="Purpose"
              data={kindChoices.map(({ value, label }) => ({ value, label }))}
              value={now.kind}
              onChange={(kind) => set({ kind: (kind ?? flag.kind) as Flag['kind'] })}
              allowDeselect={false}
            />
            <MemberSelect
              label="Owner"
              hasVisibleLabel
              placeholder="No owner"
              members={members}
              value={now.owner}
              onChange={(id) => set({ owner: members.find((member) => member.id === id) ?? null })}
              error={problemOf('owner')}
            />
            <TagInput
              label="Tags"
              isLabelShown
              value={now.tags}
              onChange={(tags) => set({ tags })}
              maxTags={20}
              maxLength={64}
              error={problemOf('tags')}
            />
            <TextInput
              type="date"
              label="Expires"
              description="A reminder to remove the flag. Served values don't change."
              value={now.expires_on ?? ''}
              onChange={(event) => set({ expires_on: event.currentTarget.value || null })}
              error={problemOf('expires_on')}
            />
          </div>
        </Panel>
        <div className={flowStyles.stack16}>
          <Panel
            title="Default value"
            description="Served to users not matched by a rule or rollout, in all environments"
          >
            <ValueField
              label="Default"
              valueType={flag.value_type}
              value={now.default_value}
              onChange={(default_value) => set({ default_value })}
              error={valueWrong ?? problemOf('default_value')}
            />
          </Panel>
          <PrerequisitesPanel
            flag={flag}
            value={now.prerequisites}
            onChange={(prerequisites) => set({ prerequisites })}
            error={problemOf('prerequisites')}
          />
          <StatusPanel flag={flag} />
        </div>
      </div>
      {isDirty && (
        <SaveBar
          action="Review and save"
          onAction={() => setIsReviewing(true)}
          onDiscard={() => onEdits({})}
          problem={wrong}
        >
          Unsaved changes
        </SaveBar>
      )}
      <ConfirmWithReason
        isOpen={isReviewing}
        onClose={() => setIsReviewing(false)}
        title={`Save ${flag.key} in all environments?`}
        action="Save flag"
        reason="optional"
        reasonLabel="Comment"
        tone="accent"
        onConfirm={async (comment) => {
          const call = { params: { id: flag.id }, body: { ...patch, ...commentPart(comment) } };
          const isRequested = await orRequested(save.mutateAsync(call));
          onEdits({});
          toasts.success({ title: isRequested ? 'Approval requested' : `${flag.key} saved` });
        }}
      >
        <DiffView before={patchFields(flag)} after={patchFields(now)} />
      </ConfirmWithReason>
    </>
  );
}

interface Move {
  readonly status: Flag['status'];
  readonly verb: string;
  readonly words: string;
  readonly tone: 'bad' | 'accent';
}

const moves: Readonly<Record<Flag['status'], readonly Move[]>> = {
  active: [
    {
      status: 'deprecated',
      verb: 'Deprecate flag',
      tone: 'accent',
      words: 'Still served, but marked for removal.',
    },
    {
      status: 'archived',
      verb: 'Archive flag',
      tone: 'bad',
      words: 'No longer served in any environment. Apps use their fallback value. Rules and history are kept.',
    },
  ],
  deprecated: [
    {
      status: 'active',
      verb: 'Reactivate flag',
      tone: 'accent',
      words: "Removes the deprecated mark. Served values don't change.",
    },
    {
      status: 'archived',
      verb: 'Archive flag',
      tone: 'bad',
      words: 'No longer served in any environment. Apps use their fallback value. Rules and history are kept.',
    },
  ],
  archived: [
    {
      status: 'active',
      verb: 'Restore flag',
      tone: 'accent',
      words: 'Served again in all environments with its previous rules.',
    },
  ],
};

function StatusPanel({ flag }: { readonly flag: Flag }) {
  const [move, setMove] = useState<Move>();
  const change = useApiMutation('PATCH', '/v1/flags/:id', { invalidates: changedPaths });
  return (
    <Panel title="Status" description={statusWords[flag.status]}>
      <Group gap="sm">
        {moves[flag.status].map((option) =>
          option.tone === 'bad' ? (
            <DangerButton key={option.status} onClick={() => setMove(option)}>
              {option.verb}
            </DangerButton>
          ) : (
            <Button key={option.status} variant="default" onClick={() => setMove(option)}>
              {option.verb}
            </Button>
          ),
        )}
      </Group>
      <ConfirmWithReason
        isOpen={move !== undefined}
        onClose={() => setMove(undefined)}
        title={`${move?.verb ?? ''} ${flag.key}?`}
        action={move?.verb ?? ''}
        reason="optional"
        reasonLabel="Comment"
        tone={move?.tone}
        onConfirm={async (comment) => {
          if (move === undefined) return;
          const body = { status: move.status, ...commentPart(comment) };
          const isRequested = await orRequested(change.mutateAsync({ params: { id: flag.id }, body }));
          toasts.success({ title: isRequested ? 'Approval requested' : `${flag.key} is ${move.status}` });
        }}
      >
        {move?.words}
      </ConfirmWithReason>
    </Panel>
  );
}

const statusWords: Readonly<Record<Flag['status'], ReactNode>> = {
  active: 'Active: in use',
  deprecated: 'Deprecated: still served, to be removed',
  archived: 'Archived: not served',
};
