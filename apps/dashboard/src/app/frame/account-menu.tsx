import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { toasts } from '../../design/feedback/toasts.tsx';
import { asSentence } from '../../design/format/as-sentence.ts';
import { useNavigateTo } from '../../design/primitives/app-link.tsx';
import styles from './account-menu.module.css';

export interface AccountMenuProps {
  /** Absent outside of a project. */
  readonly accountHref?: string;
}

export function AccountMenu({ accountHref }: AccountMenuProps) {
  const { session, signOut } = useSession();
  const navigate = useNavigateTo();
  const leave = () =>
    signOut().catch((error: Error) =>
      toasts.error({ title: "Couldn't sign out", message: `${asSentence(error.message)} Try again.` }),
    );
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label="Account">
          <IconUserCircle size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{session.member.name ?? session.member.email}</Menu.Label>
        {accountHref !== undefined && <Menu.Item onClick={() => navigate(accountHref)}>Account settings</Menu.Item>}
        <Menu.Label className={styles.onPhones ?? ''}>Theme</Menu.Label>
        <ThemeItems isForPhones />
        <Menu.Divider className={styles.onPhones ?? ''} />
        <Menu.Item leftSection={<IconLogout size={14} aria-hidden="true" />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'Match system', icon: IconDeviceDesktop },
] as const;

export function ThemeMenu() {
  const { colorScheme } = useMantineColorScheme();
  const [isOpen, setOpen] = useState(false);
  const current = schemes.find(({ value }) => value === colorScheme) ?? schemes[2];
  return (
    <Menu position="bottom-end" width={180} onChange={setOpen}>
      <Tooltip label="Theme" disabled={isOpen}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Theme: ${current.label}`}>
            <current.icon size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown>
        <ThemeItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Phones have no room for a menu of their own. */
function ThemeItems({ isForPhones = false }: { readonly isForPhones?: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
      {schemes.map(({ value, label, icon: Icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          className={isForPhones ? (styles.onPhones ?? '') : ''}
          rightSection={<Icon size={14} aria-hidden="true" />}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
