import { Button, Switch } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useEnvironment, useRole } from '../../../api/environment.ts';
import { tableOf } from '../../../api/table-of.ts';
import { useApiList } from '../../../api/use-api.ts';
import flowStyles from '../../../design/layout/flow.module.css';
import { Panel } from '../../../design/layout/panel.tsx';
import { DataTable } from '../../../design/tables/data-table.tsx';
import { usePageSearch } from '../../../navigation/use-page-search.ts';
import styles from '../settings.module.css';
import { readSettingsSearch } from '../settings-search.ts';
import { keyColumns } from './key-columns.tsx';
import { type KeyRow, sortKeys } from './key-words.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** Keys by environment; the one of the address first. */
export function KeysTab() {
  const { project, environment } = useEnvironment();
  const { can } = useRole();
  const [search, change] = usePageSearch(readSettingsSearch);
  const list = useApiList('/v1/keys', { query: { limit: 100 } });
  const [revoking, setRevoking] = useState<KeyRow>();
  const canChange = can('admin');
  const columns = keyColumns(canChange ? setRevoking : undefined);
  const shown = list.rows.filter(({ revoked_at: revokedAt }) => search.revoked === true || revokedAt === null);
  const environments = [environment, ...project.environments.filter(({ id }) => id !== environment.id)];
  return (
    <div className={styles.tab}>
      <div className={flowStyles.between16}>
        <p className={styles.words}>
          Use publishable keys in apps and secret keys on servers. Each key belongs to one environment.
        </p>
        <div className={flowStyles.row16}>
          <Switch
            size="xs"
            label="Show revoked"
            checked={search.revoked === true}
            onChange={(event) => change({ revoked: event.currentTarget.checked ? true : undefined })}
          />
          {canChange && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => change({ new: true })}>
              New key
            </Button>
          )}
        </div>
      </div>
      {environments.map(({ id, slug, name }) => (
        <Panel key={id} title={<bdi>{name}</bdi>} isFlush>
          <DataTable
            label={`Keys for ${slug}`}
            {...tableOf(list, "Couldn't load keys")}
            rows={sortKeys(shown.filter(({ environment_id: of }) => of === id))}
            columns={columns}
            rowId={(key) => key.id}
            isLoading={list.isPending || list.isFetchingNextPage}
            empty={{
              icon: <IconKey size={28} stroke={1.4} />,
              title: `No keys for ${slug} yet`,
              children: canChange
                ? 'Create a publishable key for an app or a secret key for a server.'
                : 'Ask a project admin to create a key.',
            }}
          />
        </Panel>
      ))}
      <NewKeyDialog isOpen={search.new === true && canChange} onClose={() => change({ new: undefined })} />
      <RevokeKeyDialog keyRow={revoking} onClose={() => setRevoking(undefined)} />
    </div>
  );
}
