import type { Wire } from '@lamppost/protocol';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBell,
  IconChartLine,
  IconCopy,
  IconDots,
  IconGripVertical,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import { useId } from 'react';
import { useRole } from '../../../api/environment.ts';
import { useNavigateTo } from '../../../design/primitives/app-link.tsx';
import { whyNotAlertable } from '../../../insights/alerts/alertable-query.ts';
import { isEditableQuery } from '../../../insights/query/is-editable-query.ts';
import type { TimeRange } from '../../../navigation/time-range.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';
import { nameOfWidget, type Widget } from '../dashboard.ts';
import type { GridSlot } from '../grid/widget-grid.tsx';
import { pageBehind } from '../page-behind.ts';
import { useWidgetResult } from './use-widget-result.ts';
import styles from './widget-card.module.css';
import { WidgetPeople } from './widget-people.tsx';
import { WidgetResult } from './widget-result.tsx';

export interface WidgetActions {
  readonly edit: (widget: Widget) => void;
  readonly copy: (widget: Widget) => void;
  readonly remove: (widget: Widget) => void;
}

export interface WidgetCardProps {
  readonly widget: Widget;
  readonly slot: GridSlot;
  readonly all: TimeRange | undefined;
  readonly onRange: (fromMs: number, toMs: number) => void;
  /** The number of this widget whose people are listed. */
  readonly people: Wire['InsightAt'] | undefined;
  readonly onPeople: (at: Wire['InsightAt'] | undefined) => void;
  /** Absent for templates and for those who may only look. */
  readonly actions?: WidgetActions | undefined;
}

const HEADER_PX = 44;
const FOOT_PX = 16;
const NOTICE_PX = 24;
const LEAST_PX = 60;

export function WidgetCard({ widget, slot, all, onRange, people, onPeople, actions }: WidgetCardProps) {
  const titleId = useId();
  const asked = useWidgetResult(widget, all);
  const navigate = useNavigateTo();
  const { can } = useRole();
  const href = usePageHref();
  const { description, notices = [] } = widget;
  const name = nameOfWidget(widget);
  const behind = pageBehind(asked.question, asked.query, asked.result.data?.result);
  return (
    <section className={styles.card} aria-labelledby={titleId} style={{ height: slot.height }}>
      <header className={styles.header}>
        {slot.move !== undefined && (
          <button
            type="button"
            className={styles.grip}
            aria-label={`Move ${name}`}
            data-hint="Drag or use the arrow keys to move"
            {...slot.move}
          >
            <IconGripVertical size={14} aria-hidden />
          </button>
        )}
        <h2 id={titleId} className={styles.title} data-hint={description ?? undefined}>
          <bdi>{name}</bdi>
        </h2>
        {asked.result.isFetching && <span className={styles.asking} role="status" aria-label={`Loading ${name}`} />}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${name}`}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions !== undefined && (
              <Menu.Item
                leftSection={<IconPencil size={14} />}
                disabled={!isEditableQuery(widget.query)}
                onClick={() => actions.edit(widget)}
              >
                Edit
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconChartLine size={14} />}
              disabled={behind.href === undefined}
              onClick={() => behind.href !== undefined && navigate(behind.href(href))}
            >
              {behind.label}
            </Menu.Item>
            {can('editor') && (
              <Menu.Item
                leftSection={<IconBell size={14} />}
                disabled={whyNotAlertable(asked.query) !== undefined}
                onClick={() => navigate(href('/alerts/new', { query: asked.query, name }))}
              >
                Create alert
              </Menu.Item>
            )}
            {actions !== undefined && (
              <>
                <Menu.Item leftSection={<IconCopy size={14} />} onClick={() => actions.copy(widget)}>
                  Duplicate
                </Menu.Item>
                <Menu.Divider />
                <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={() => actions.remove(widget)}>
                  Delete
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </header>
      {notices.length > 0 && (
        <p className={styles.notice} data-hint={notices.join(' ')}>
          <IconAlertTriangle size={14} aria-hidden />
          <span>{notices.join(' ')}</span>
        </p>
      )}
      <div className={styles.body}>
        <WidgetResult
          widget={widget}
          asked={asked}
          height={Math.max(LEAST_PX, slot.height - HEADER_PX - FOOT_PX - (notices.length > 0 ? NOTICE_PX : 0))}
          onRange={onRange}
          onPeople={onPeople}
        />
      </div>
      {people !== undefined && asked.result.data !== undefined && (
        <WidgetPeople run={asked.result.data} at={people} onClose={() => onPeople(undefined)} />
      )}
      {slot.resize !== undefined && (
        <button
          type="button"
          className={styles.corner}
          aria-label={`Resize ${name}`}
          data-hint="Drag or use the arrow keys to resize"
          {...slot.resize}
        />
      )}
    </section>
  );
}
