import { Button, Checkbox, NumberInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useApi } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { toasts } from '../../../design/feedback/toasts.tsx';
import { asSentence } from '../../../design/format/as-sentence.ts';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import styles from '../settings.module.css';

type Holdout = NonNullable<ReturnType<typeof useHoldout>['data']>;

const useHoldout = () => useApi('/v1/holdout');

/** A share of people that no experiment of the project touches: what they have in common is what all of them together do. */
export function HoldoutPanel() {
  const holdout = useHoldout();
  return (
    <Panel
      title="Holdout"
      description="Users excluded from all experiments, and from winners of experiments completed since the holdout started"
      isLoading={holdout.isPending}
      loadingHeight={160}
      error={failureOf(holdout, "Couldn't load the holdout")}
    >
      {holdout.data !== undefined && (
        <HoldoutForm key={`${holdout.data.id} ${holdout.data.percentage}`} holdout={holdout.data} />
      )}
    </Panel>
  );
}

function HoldoutForm({ holdout }: { readonly holdout: Holdout }) {
  const { can, whyNot } = useRole();
  const [percentage, setPercentage] = useState(holdout.percentage);
  const [isReshuffled, setIsReshuffled] = useState(false);
  const save = useApiMutation('PUT', '/v1/holdout', {
    invalidates: ['/v1/holdout', '/v1/changes', '/v1/ruleset', '/v1/experiments'],
    onSuccess: () => toasts.success({ title: 'Holdout saved' }),
  });
  const why = whyNot('editor');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ body: { percentage, ...(isReshuffled ? { reshuffle: true } : {}) } });
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <NumberInput
        label="Holdout size"
        description="Share of all users; 0 turns it off"
        value={percentage}
        min={0}
        max={50}
        decimalScale={2}
        suffix=" %"
        disabled={!can('editor')}
        onChange={(typed) => setPercentage(typeof typed === 'number' ? typed : 0)}
        error={save.error?.fieldErrors.percentage?.[0]}
      />
      {holdout.id !== null && can('editor') && (
        <Checkbox
          label="Reshuffle"
          description="Selects a new random set of users"
          checked={isReshuffled}
          onChange={(event) => setIsReshuffled(event.currentTarget.checked)}
        />
      )}
      {holdout.began_at !== null && holdout.percentage > 0 && (
        <p className={styles.words}>
          Started <RelativeTime at={holdout.began_at} />
        </p>
      )}
      <div role="alert" className={styles.problem}>
        {save.error === null ? undefined : `${asSentence(save.error.message)} No changes were made.`}
      </div>
      {why === undefined ? (
        <Button type="submit" loading={save.isPending} disabled={percentage === holdout.percentage && !isReshuffled}>
          Save holdout
        </Button>
      ) : (
        <p className={styles.words}>{why}</p>
      )}
    </form>
  );
}
