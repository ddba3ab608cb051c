import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmWithReason } from '../../src/design/dialogs/confirm-with-reason.tsx';
import { toasts } from '../../src/design/feedback/toasts.tsx';
import { Panel } from '../../src/design/layout/panel.tsx';
import styles from '../gallery.module.css';
import { Section, State } from '../state.tsx';

export function StateSection() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section name="States">
      <div className={styles.halves}>
        <Panel
          title="Empty"
          empty={{
            icon: <IconFlag size={28} stroke={1.4} />,
            title: 'No flags yet',
            children: 'A flag turns a part of your app on or off without a release.',
            snippet: { language: 'js', code: "const isOn = lamppost.flag('new_checkout', false);" },
            action: <Button>Create flag</Button>,
          }}
        />
        <Panel
          title="Failed"
          error={{
            title: 'The flags could not be loaded.',
            children: 'The server did not answer within 30 seconds. It may be busy; try again in a moment.',
            kept: 'Nothing was changed.',
            requestId: '0190f6a2-7c1e-7d3a-9b1e-2f3c4d5e6f70',
            onRetry: () => toasts.success({ title: 'Tried again.' }),
          }}
        />
        <Panel title="Loading" isLoading loadingHeight={180} />
        <Panel title="With a footer" description="And a description." footer="Updated 3 min ago">
          The content.
        </Panel>
      </div>
      <State name="Dialogs and toasts">
        <div className={styles.row}>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            Kill flag…
          </Button>
          <Button
            variant="default"
            onClick={() => toasts.success({ title: 'Flag saved.', message: 'Version 42 is in force.' })}
          >
            Show success
          </Button>
          <Button
            variant="default"
            onClick={() =>
              toasts.error({
                title: 'The flag was not saved.',
                message: 'Somebody changed it meanwhile. Your edit is still in the form.',
              })
            }
          >
            Show error
          </Button>
        </div>
      </State>
      <ConfirmWithReason
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConfirm={(reason) => toasts.success({ title: 'Flag killed.', message: reason })}
        title="Kill new_checkout in production?"
        action="Kill flag"
        reasonPlaceholder="Payments fail on iOS 18.1"
      >
        Everybody gets <code>false</code> within a second, whatever the rules say. The rules are kept.
      </ConfirmWithReason>
    </Section>
  );
}
