import { ActionIcon, Button, Modal, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../api/use-api-mutation.ts';
import { MAX_VIEW_NAME_LENGTH, type SavedView } from './saved-view.ts';
import styles from './saved-views.module.css';

export interface ManageViewsDialogProps {
  readonly views: readonly SavedView[];
  readonly onClose: () => void;
}

const invalidates = ['/v1/me/views'];

/** Rename and delete. */
export function ManageViewsDialog({ views, onClose }: ManageViewsDialogProps) {
  return (
    <Modal opened onClose={onClose} title="Manage views">
      <ul className={styles.list}>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} />
        ))}
      </ul>
      {views.length === 0 && <p className={styles.none}>No views</p>}
    </Modal>
  );
}

function ViewRow({ view }: { readonly view: SavedView }) {
  const [typed, setTyped] = useState(view.name);
  const rename = useApiMutation('PATCH', '/v1/me/views/:id', { invalidates });
  const remove = useApiMutation('DELETE', '/v1/me/views/:id', { invalidates });
  const name = typed.trim();
  const isChanged = name !== '' && name !== view.name;
  const params = { id: view.id };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) rename.mutate({ params, body: { name } });
  };
  return (
    <li>
      <form className={styles.row} onSubmit={submit}>
        <TextInput
          className={styles.input}
          aria-label={`Name of ${view.name}`}
          value={typed}
          maxLength={MAX_VIEW_NAME_LENGTH}
          error={(rename.error ?? remove.error)?.message}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!isChanged} loading={rename.isPending}>
          Rename
        </Button>
        <Tooltip label="Delete">
          <ActionIcon
            variant="subtle"
            color="red"
            size={36}
            aria-label={`Delete ${view.name}`}
            loading={remove.isPending}
            onClick={() => remove.mutate({ params })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </form>
    </li>
  );
}
