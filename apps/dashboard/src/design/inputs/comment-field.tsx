import { Textarea } from '@mantine/core';

export interface CommentFieldProps {
  readonly value: string;
  readonly onChange: (comment: string) => void;
}

/** What whoever saves something says about it. */
export function CommentField({ value, onChange }: CommentFieldProps) {
  return (
    <Textarea
      label="Comment"
      description="Optional. Shown in the history."
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={500}
      autosize
      minRows={1}
      maxRows={6}
    />
  );
}
