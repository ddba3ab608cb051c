import type { Wire } from '@lamppost/protocol';
import { ActionIcon, Button, Textarea, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useRole } from '../../../api/environment.ts';
import { failureOf } from '../../../api/failure-of.ts';
import { useSession } from '../../../api/session.ts';
import { useApiList } from '../../../api/use-api.ts';
import { useApiMutation } from '../../../api/use-api-mutation.ts';
import { DangerButton } from '../../../design/inputs/danger-button.tsx';
import { MoreButton } from '../../../design/inputs/more-button.tsx';
import { Panel } from '../../../design/layout/panel.tsx';
import { RelativeTime } from '../../../design/primitives/relative-time.tsx';
import styles from './group-comments.module.css';

const MAX_COMMENT_LENGTH = 4_000;
const changed = { invalidates: ['/v1/crashes/groups/:id/comments', '/v1/changes'] };

/** What members say about the group, the newest first. */
export function GroupComments({ groupId }: { readonly groupId: string }) {
  const role = useRole();
  const list = useApiList('/v1/crashes/groups/:id/comments', { params: { id: groupId } });
  return (
    <Panel
      title="Comments"
      error={failureOf(list, "Couldn't load comments")}
      isLoading={list.isPending}
      loadingHeight={96}
    >
      {role.can('editor') && <CommentForm groupId={groupId} />}
      {list.rows.length === 0 && !role.can('editor') && <p className={styles.none}>No comments yet</p>}
      {list.rows.length > 0 && (
        <ol className={styles.comments} aria-label="Comments">
          {list.rows.map((comment) => (
            <Comment key={comment.id} groupId={groupId} comment={comment} />
          ))}
        </ol>
      )}
      {list.hasNextPage && <MoreButton list={list}>Show older comments</MoreButton>}
    </Panel>
  );
}

function CommentForm({ groupId }: { readonly groupId: string }) {
  const [text, setText] = useState('');
  const add = useApiMutation('POST', '/v1/crashes/groups/:id/comments', { ...changed, onSuccess: () => setText('') });
  const isBlank = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBlank && !add.isPending) add.mutate({ params: { id: groupId }, body: { text } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event);
  };
  return (
    <form onSubmit={submit} className={styles.form}>
      <Textarea
        aria-label="Comment"
        placeholder="Add a comment"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={MAX_COMMENT_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        error={add.error === null ? undefined : `Couldn't add the comment. ${add.error.message}`}
      />
      <Button type="submit" size="compact-sm" variant="default" disabled={isBlank} loading={add.isPending}>
        Comment
      </Button>
    </form>
  );
}

interface CommentProps {
  readonly groupId: string;
  readonly comment: Wire['CrashCommentRow'];
}

function Comment({ groupId, comment: { id, author, text, created_at } }: CommentProps) {
  const role = useRole();
  const { member } = useSession().session;
  const [isAsking, setAsking] = useState(false);
  const remove = useApiMutation('DELETE', '/v1/crashes/groups/:id/comments/:commentId', changed);
  const isOwn = author.kind === 'member' && author.id === member.id;
  const canDelete = role.can('admin') || (isOwn && role.can('editor'));
  return (
    <li className={styles.comment}>
      <div className={styles.head}>
        <bdi className={styles.author}>{author.name}</bdi>
        <span className={styles.at}>
          <RelativeTime at={created_at} />
        </span>
        {canDelete && (
          <Tooltip label="Delete comment">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label="Delete comment"
              aria-expanded={isAsking}
              onClick={() => setAsking(!isAsking)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      {isAsking && (
        <div className={styles.ask}>
          <span>Delete this comment?</span>
          <DangerButton
            size="compact-xs"
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id: groupId, commentId: id } })}
          >
            Delete
          </DangerButton>
        </div>
      )}
      {remove.error !== null && (
        <p role="alert" className={styles.failure}>
          Couldn't delete the comment. {remove.error.message}
        </p>
      )}
    </li>
  );
}
