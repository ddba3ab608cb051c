import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconCopy, IconDots, IconLayoutGrid, IconPencil, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import { useRole } from '../../api/environment.ts';
import { useInvalidate } from '../../api/use-api-mutation.ts';
import flowStyles from '../../design/layout/flow.module.css';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { RangePicker } from '../../design/range-picker/range-picker.tsx';
import type { TimeRange } from '../../navigation/time-range.ts';
import { usePageHref } from '../../navigation/use-page-href.ts';
import { useRangeReleases } from '../../navigation/use-range-releases.ts';
import type { Dashboard } from './dashboard.ts';
import { DisplayMenu } from './share/display-menu.tsx';
import { useDashboardActions } from './use-dashboard-actions.ts';
import type { LayoutState } from './use-layout.ts';

export interface DashboardToolbarProps {
  readonly dashboard: Dashboard;
  readonly mayEdit: boolean;
  readonly layoutState: LayoutState;
  readonly all: TimeRange | undefined;
  readonly onAll: (range: TimeRange | undefined) => void;
  readonly onAdd: () => void;
  readonly onRename: () => void;
  readonly onShare: () => void;
  readonly onDigest: () => void;
  readonly onFullScreen: () => void;
  readonly onRotate: () => void;
  readonly onTidyUp: () => void;
}

export function DashboardToolbar(props: DashboardToolbarProps) {
  const { dashboard, mayEdit, all, onAll } = props;
  const { can, whyNot } = useRole();
  const invalidate = useInvalidate();
  const actions = useDashboardActions();
  const releases = useRangeReleases();
  const isAsking = useIsFetching({ predicate: ({ queryKey }) => queryKey[3] === '/v1/insights/query' }) > 0;
  return (
    <div className={flowStyles.row8}>
      <span className={textStyles.muted13} role="status">
        {props.layoutState === 'saved' ? '' : 'Saving layout…'}
      </span>
      <RangePicker
        {...releases}
        value={all}
        onChange={onAll}
        none={{ words: "Each widget's range", onChoose: () => onAll(undefined) }}
      />
      <Tooltip label="Refresh all widgets">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Refresh"
          loading={isAsking}
          onClick={() => void invalidate('/v1/insights/query')}
        >
          <IconRefresh size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <DisplayMenu
        onShare={mayEdit ? props.onShare : undefined}
        onDigest={can('editor') ? props.onDigest : undefined}
        onWall={props.onFullScreen}
        onRotate={props.onRotate}
      />
      {dashboard.is_template ? (
        <Button
          size="xs"
          leftSection={<IconCopy size={14} />}
          disabled={!can('editor')}
          title={whyNot('editor')}
          loading={actions.isBusy}
          onClick={() => actions.copy(dashboard.id, 'template')}
        >
          Use template
        </Button>
      ) : (
        mayEdit && <EditActions {...props} actions={actions} />
      )}
    </div>
  );
}

interface EditActionsProps extends DashboardToolbarProps {
  readonly actions: ReturnType<typeof useDashboardActions>;
}

function EditActions({ dashboard, actions, onAdd, onRename, onTidyUp }: EditActionsProps) {
  const navigate = useNavigateTo();
  const href = usePageHref();
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label="Dashboard actions">
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={14} />} onClick={onRename}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconLayoutGrid size={14} />} onClick={onTidyUp}>
            Close gaps
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => actions.copy(dashboard.id, 'copy')}>
            Duplicate
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={14} />}
            onClick={() => actions.remove(dashboard.id, () => navigate(href('/dashboards')))}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" leftSection={<IconPlus size={14} />} onClick={onAdd}>
        Add widget
      </Button>
    </>
  );
}
