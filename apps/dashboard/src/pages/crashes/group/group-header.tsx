import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDots, IconFlame } from '@tabler/icons-react';
import { useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useMembers } from '../../../api/use-members.ts';
import { memberLabel } from '../../../design/format/member-label.ts';
import { MemberSelect } from '../../../design/inputs/member-select.tsx';
import { type Breadcrumb, PageHeader } from '../../../design/layout/page-header.tsx';
import { StatusBadge } from '../../../design/primitives/status-badge.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { crashGroupStatus } from '../../../records/crash-group-status.ts';
import { headlineOf, shortVersion } from '../group-words.ts';
import type { CrashGroupDetails } from '../stands-out.ts';
import { useGroupChanges } from '../use-group-changes.ts';
import styles from './group.module.css';
import { MergeDialog } from './merge-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

export interface GroupHeaderProps {
  readonly group: CrashGroupDetails;
  readonly breadcrumbs: readonly Breadcrumb[];
  /** The address names a group that has become part of this one. */
  readonly isMergedAway: boolean;
}

export function GroupHeader({ group, breadcrumbs, isMergedAway }: GroupHeaderProps) {
  const { type, message } = headlineOf(group);
  const status = crashGroupStatus(group);
  return (
    <PageHeader
      breadcrumbs={breadcrumbs}
      title={
        <span className={styles.title}>
          <bdi className={textStyles.break}>{type}</bdi>
          {group.culprit !== null && <bdi className={styles.culprit}>{group.culprit}</bdi>}
        </span>
      }
      badge={
        <>
          <StatusBadge tone={status.tone}>{status.text}</StatusBadge>
          {group.is_new && <StatusBadge tone="neutral">New: first seen in the last 7 days</StatusBadge>}
          {group.is_spiking && (
            <StatusBadge tone="bad" icon={<IconFlame size={12} aria-hidden />}>
              Spiking: far more reports than usual in the last hour
            </StatusBadge>
          )}
          {isMergedAway && <StatusBadge tone="neutral">The group you opened was merged into this one</StatusBadge>}
        </>
      }
      description={message === undefined ? undefined : <bdi className={styles.message}>{message}</bdi>}
      actions={<GroupActions group={group} />}
    />
  );
}

type Dialog = 'resolve' | 'merge' | 'split';

function GroupActions({ group }: { readonly group: CrashGroupDetails }) {
  const role = useRole();
  const [dialog, setDialog] = useState<Dialog>();
  const { change, isBusy } = useGroupChanges();
  const close = () => setDialog(undefined);
  const members = useMembers();
  if (!role.can('editor')) {
    return group.assignee === null ? null : <span>Assigned to {memberLabel(group.assignee)}</span>;
  }
  const set = (status: 'open' | 'resolved' | 'ignored') => change([group.id], { status });
  return (
    <>
      <MemberSelect
        label="Assignee"
        placeholder="Unassigned"
        width={160}
        members={members}
        value={group.assignee}
        isDisabled={isBusy}
        onChange={(assignee) => void change([group.id], { assignee })}
      />
      {group.status === 'open' ? (
        <>
          <Button variant="default" size="xs" disabled={isBusy} onClick={() => set('ignored')}>
            Ignore
          </Button>
          <Button.Group>
            <Button size="xs" loading={isBusy} onClick={() => set('resolved')}>
              {group.last_version === null ? 'Resolve' : `Resolve in ${shortVersion(group.last_version)}`}
            </Button>
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="xs" px={6} aria-label="Resolve in another version">
                  <IconChevronDown size={14} />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={() => setDialog('resolve')}>Resolve in another version…</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Button.Group>
        </>
      ) : (
        <Button size="xs" loading={isBusy} onClick={() => set('open')}>
          Reopen
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="xs" px={8} aria-label="More actions">
            <IconDots size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setDialog('merge')}>Merge into another group…</Menu.Item>
          <Menu.Item disabled={group.fingerprints.length < 2} onClick={() => setDialog('split')}>
            {group.fingerprints.length < 2 ? 'Split (only one fingerprint)' : 'Split…'}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ResolveDialog group={group} isOpen={dialog === 'resolve'} onClose={close} />
      <MergeDialog group={group} isOpen={dialog === 'merge'} onClose={close} />
      <SplitDialog group={group} isOpen={dialog === 'split'} onClose={close} />
    </>
  );
}
