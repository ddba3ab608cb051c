import type { Wire } from '@lamppost/protocol';
import { JsonTree } from '../../design/code/json-tree.tsx';
import { CopyField } from '../../design/inputs/copy-field.tsx';
import flowStyles from '../../design/layout/flow.module.css';
import { Panel } from '../../design/layout/panel.tsx';
import { KeyValue } from '../../design/primitives/key-value.tsx';
import { RelativeTime } from '../../design/primitives/relative-time.tsx';
import textStyles from '../../design/primitives/text.module.css';
import { PageLink } from '../../navigation/page-link.tsx';
import { deviceLine } from './device-words.ts';
import styles from './people.module.css';

type Person = Wire['PersonAnswer']['data'];

/** Person details: ids, devices, attributes, groups. */
export function PersonAside({ person }: { readonly person: Person }) {
  return (
    <aside className={`${flowStyles.stack16} ${styles.aside}`} aria-label="Person details">
      <Panel title="Identity">
        <KeyValue
          items={[
            {
              label: 'User id',
              value:
                person.user_id === null ? undefined : (
                  <CopyField value={person.user_id} label="Copy user id" isInline />
                ),
            },
            { label: 'Anonymous ids', value: <Ids ids={person.anonymous_ids} what="anonymous id" /> },
            { label: 'Devices', value: <Devices person={person} /> },
          ]}
        />
      </Panel>
      <Attributes attributes={person.attributes} isUser={person.kind === 'user'} />
      <Panel title="Groups">
        {person.groups.length === 0 ? (
          <p className={textStyles.mutedText}>No groups</p>
        ) : (
          <div className={styles.groups}>
            {person.groups.map((key) => (
              <PageLink key={key} page="/groups/$key" params={{ key }} className={styles.mono}>
                {key}
              </PageLink>
            ))}
          </div>
        )}
      </Panel>
    </aside>
  );
}

function Ids({ ids, what }: { readonly ids: readonly string[]; readonly what: string }) {
  if (ids.length === 0) return '–';
  return (
    <ul className={styles.ids} tabIndex={ids.length > 6 ? 0 : undefined}>
      {ids.map((id) => (
        <li key={id}>
          <CopyField value={id} label={`Copy ${what}`} isInline />
        </li>
      ))}
    </ul>
  );
}

function Devices({ person }: { readonly person: Person }) {
  const registered = new Map(person.devices.map((device) => [device.device_id, device]));
  if (person.device_ids.length === 0) return '–';
  return (
    <ul className={styles.ids} tabIndex={person.device_ids.length > 4 ? 0 : undefined}>
      {person.device_ids.map((id) => {
        const device = registered.get(id);
        return (
          <li key={id} className={styles.device}>
            {device === undefined ? (
              <span className={`${styles.mono} ${styles.long}`}>{id}</span>
            ) : (
              <PageLink page="/devices/$id" params={{ id }} className={`${styles.mono} ${styles.long}`}>
                {id}
              </PageLink>
            )}
            <span className={textStyles.mutedText}>
              {device === undefined ? (
                'never registered'
              ) : (
                <>
                  <bdi>{deviceLine(device)}</bdi> · seen <RelativeTime at={device.last_seen_at} />
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface AttributesProps {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isUser: boolean;
}

const fewAttributes = 12;

function Attributes({ attributes, isUser }: AttributesProps) {
  const names = Object.keys(attributes);
  const isPlain = names.length <= fewAttributes && Object.values(attributes).every((value) => !isStructure(value));
  return (
    <Panel title="Attributes">
      {names.length === 0 ? (
        <p className={textStyles.mutedText}>
          {isUser
            ? 'No attributes yet. Apps set them when they identify the user. Use them in flag rules.'
            : "This person hasn't been identified. Only users have attributes."}
        </p>
      ) : isPlain ? (
        <KeyValue
          items={names.map((name) => ({
            label: name,
            value: <bdi className={styles.long}>{plainText(attributes[name])}</bdi>,
          }))}
        />
      ) : (
        <JsonTree value={attributes} label="Attributes" maxHeight={320} />
      )}
    </Panel>
  );
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isStructure = (value: unknown): boolean => (Array.isArray(value) ? !value.every(isScalar) : !isScalar(value));
const plainText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') || 'empty list' : String(value));
