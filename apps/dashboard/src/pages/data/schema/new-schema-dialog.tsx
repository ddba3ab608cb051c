import { FormDialog } from '../../../design/dialogs/form-dialog.tsx';
import { EventPicker } from '../../../design/inputs/event-picker.tsx';
import { useNavigateTo } from '../../../design/primitives/app-link.tsx';
import textStyles from '../../../design/primitives/text.module.css';
import { useEventSuggestions } from '../../../insights/use-event-suggestions.ts';
import { usePageHref } from '../../../navigation/use-page-href.ts';

export interface NewSchemaDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Which event: one that was seen, or the name of one that is planned. */
export function NewSchemaDialog({ isOpen, onClose }: NewSchemaDialogProps) {
  const href = usePageHref();
  const navigate = useNavigateTo();
  const suggestEvents = useEventSuggestions();
  return (
    <FormDialog<{ readonly name: string | null }>
      isOpen={isOpen}
      onClose={onClose}
      title="New schema"
      action="Continue"
      initial={{ name: null }}
      canSubmit={({ name }) => name !== null}
      onSubmit={({ name }) => name !== null && navigate(href('/data/events/$name', { name }, { tab: 'schema' }))}
    >
      {({ values, setFieldValue }) => (
        <>
          <EventPicker
            value={values.name}
            onChange={(name) => setFieldValue('name', name)}
            suggestEvents={suggestEvents}
            placeholder="Select or type a name"
          />
          <p className={textStyles.note}>
            Select an existing event to start from its properties, or type the name of a planned one.
          </p>
        </>
      )}
    </FormDialog>
  );
}
