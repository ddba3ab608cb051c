import { Button, Menu } from '@mantine/core';
import { IconBookmark, IconCheck, IconPencil, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiList } from '../../api/use-api.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import type { SavedView } from './saved-view.ts';
import styles from './saved-views.module.css';
import { readViewSearch, searchOfView, writeViewSearch } from './view-search.ts';

type Search = Readonly<Record<string, unknown>>;

export interface SavedViewsProps {
  /** Names the page among all views of a member. */
  readonly page: string;
  /** As the buttons beside it. */
  readonly size?: 'xs' | 'sm' | undefined;
  /** What belongs to a view without standing in the address, such as chosen columns. */
  readonly extra?: Search | undefined;
  /** A view was chosen: members of `extra` are the page's to apply. */
  readonly onChoose?: ((search: Search) => void) | undefined;
}

const nothing: Search = {};

/** Filters, columns and sorting of a list page under a name, for the person who saved them. */
export function SavedViews({ page, size = 'sm', extra = nothing, onChoose }: SavedViewsProps) {
  const now: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const isShown = isOpen || dialog !== undefined;
  const list = useApiList('/v1/me/views', { query: { page, limit: 100 } }, { enabled: isShown, isLive: false });
  const views = list.rows.toSorted((a, b) => a.name.localeCompare(b.name));
  const current = writeViewSearch({ ...now, ...extra });
  const isSaved = views.some(({ search }) => search === current);
  const choose = ({ search }: SavedView) => {
    const saved = readViewSearch(search);
    onChoose?.(saved);
    const inAddress = Object.fromEntries(Object.entries(saved).filter(([key]) => !(key in extra)));
    void navigate({ to: '.', search: searchOfView(writeViewSearch(inAddress), now) as never });
  };
  return (
    <>
      <Menu
        position="bottom-end"
        width={240}
        withinPortal
        opened={isOpen}
        onChange={setOpen}
        classNames={{ itemLabel: styles.label }}
      >
        <Menu.Target>
          <Button
            size={size}
            variant="default"
            leftSection={<IconBookmark size={size === 'xs' ? 14 : 16} aria-hidden />}
          >
            Views
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.menu}>
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={<IconCheck size={14} style={{ opacity: view.search === current ? 1 : 0 }} aria-hidden />}
              aria-current={view.search === current || undefined}
              onClick={() => choose(view)}
            >
              <bdi className={styles.name}>{view.name}</bdi>
            </Menu.Item>
          ))}
          {views.length === 0 && (
            <p className={styles.none}>
              {list.error?.message ?? (list.isPending ? 'Loading views…' : 'Save filters and sorting to reuse them.')}
            </p>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={14} />} disabled={isSaved} onClick={() => setDialog('save')}>
            Save current view
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPencil size={14} />}
            disabled={views.length === 0}
            onClick={() => setDialog('manage')}
          >
            Manage views
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && (
        <SaveViewDialog page={page} search={current} views={views} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'manage' && <ManageViewsDialog views={views} onClose={() => setDialog(undefined)} />}
    </>
  );
}
