import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../data/api.ts';
import { useAction } from '../../data/queries.ts';
import { sessionQuery } from '../../data/session.ts';
import { SHARED } from '../../texts/shared.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, useDialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Time } from '../../ui/format.tsx';
import { type Access, type Comment, commentKeys, type TemplateRef } from './comment.ts';

const T = TEMPLATE.comments;

interface CommentTextProps extends Access {
  comment: Comment;
  /** It is the first comment of a thread. Deleting it deletes the replies. */
  isThread?: boolean;
}

/** A comment. Its author can change it; the author and those who manage the project can delete it. */
export function CommentText({ comment, of, permissions, isThread = false }: CommentTextProps) {
  const accountId = useQuery(sessionQuery).data?.account.id;
  const [isEditing, setEditing] = useState(false);
  const deleting = useDialog();
  const own = { ...of, comment_id: comment.id };
  const remove = useAction(() => call('deleteComment', own), {
    invalidates: commentKeys(of),
    success: T.deleted,
    showsErrors: true,
  });
  const isOwn = comment.author_identifier === `admin:${accountId}`;
  const mayDelete = permissions.mayManage || (isOwn && permissions.mayWrite);
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <span className="font-medium break-words text-ink">{comment.author_name}</span>
        {comment.author_type === 'agent' && <Badge>{T.agent}</Badge>}
        <Time value={comment.created_at} />
        {isOwn && permissions.mayComment && !isEditing && (
          <Button kind="quiet" isSmall onClick={() => setEditing(true)}>
            {T.edit}
          </Button>
        )}
        {mayDelete && !isEditing && (
          <Button kind="quiet" isSmall onClick={deleting.open}>
            {T.delete}
          </Button>
        )}
      </p>
      {isEditing ? (
        <EditForm comment={own} body={comment.body ?? ''} onDone={() => setEditing(false)} />
      ) : (
        <p className="break-words whitespace-pre-wrap">{comment.body}</p>
      )}
      <ConfirmDialog
        {...deleting.props}
        title={T.deleteTitle}
        description={isThread ? T.deleteThreadHint : T.deleteReplyHint}
        action={T.deleteAction}
        run={() => remove.perform()}
      />
    </div>
  );
}

interface EditFormProps {
  comment: TemplateRef & { comment_id: string };
  body: string;
  onDone(): void;
}

function EditForm({ comment, body, onDone }: EditFormProps) {
  const save = useAction((text: string) => call('updateComment', { ...comment, body: text }), {
    invalidates: commentKeys(comment),
    onSuccess: onDone,
    showsErrors: true,
  });
  const form = useForm({
    initial: { body },
    check: (values): Record<string, string> => (values.body.trim() === '' ? { body: T.empty } : {}),
    submit: (values) => save.perform(values.body),
  });
  return (
    <Form
      form={form}
      submitLabel={T.save}
      secondary={<Button onClick={onDone}>{SHARED.actions.cancel}</Button>}
    >
      <TextField form={form} name="body" label={T.editLabel} rows={3} autoFocus />
    </Form>
  );
}
