import { useQuery } from '@tanstack/react-query';
import { Check, MessageSquare, RotateCcw } from 'lucide-react';
import { call } from '../../data/api.ts';
import { usePermissions } from '../../data/permissions.ts';
import { get, useAction } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import { type Access, commentKeys, type TemplateRef, type Thread } from './comment.ts';
import { CommentText } from './comment-text.tsx';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.comments;

/** The comment threads of a template, open ones first. */
export function Comments({ at, template }: TemplateProps) {
  const permissions = usePermissions();
  const of = { ...at, template_id: template.id };
  const query = useQuery(get('listComments', of));
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Loaded query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState icon={<MessageSquare size={22} />} title={T.none} hint={T.noneHint} />
            </Card>
          ) : (
            items
              .toSorted((a, b) => Number(a.resolved_at !== null) - Number(b.resolved_at !== null))
              .map((thread) => (
                <ThreadCard key={thread.id} thread={thread} of={of} permissions={permissions} />
              ))
          )
        }
      </Loaded>
      {permissions.mayComment && (
        <Card>
          <WriteForm of={of} label={T.write} action={T.send} />
        </Card>
      )}
    </div>
  );
}

function ThreadCard({ thread, of, permissions }: Access & { thread: Thread }) {
  const { replies = [] } = thread;
  const { mayComment } = permissions;
  const isResolved = thread.resolved_at !== null;
  const resolve = useAction(
    (resolved: boolean) => call('resolveComment', { ...of, comment_id: thread.id, resolved }),
    { invalidates: commentKeys(of) },
  );
  const Icon = isResolved ? RotateCcw : Check;
  return (
    <Card>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        {isResolved ? (
          <Badge kind="good">{T.resolvedBy(thread.resolved_by_name ?? '')}</Badge>
        ) : (
          <Badge kind="info">{T.open}</Badge>
        )}
        {thread.block_id !== null && <Badge>{thread.block_missing ? T.blockMissing : T.onBlock}</Badge>}
        {mayComment && (
          <span className="ml-auto">
            <Button
              isSmall
              icon={<Icon size={14} aria-hidden="true" />}
              isBusy={resolve.isRunning}
              onClick={() => resolve.run(!isResolved)}
            >
              {isResolved ? T.reopen : T.resolve}
            </Button>
          </span>
        )}
      </div>
      <CommentText comment={thread} of={of} permissions={permissions} isThread />
      {replies.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3 border-l-2 border-line pl-4">
          {replies.map((reply) => (
            <li key={reply.id}>
              <CommentText comment={reply} of={of} permissions={permissions} />
            </li>
          ))}
        </ul>
      )}
      {mayComment && !isResolved && (
        <div className="mt-4">
          <WriteForm
            of={of}
            parentId={thread.id}
            label={T.replyTo(thread.author_name ?? '')}
            action={T.reply}
          />
        </div>
      )}
    </Card>
  );
}

interface WriteFormProps {
  of: TemplateRef;
  parentId?: string;
  label: string;
  action: string;
}

function WriteForm({ of, parentId, label, action }: WriteFormProps) {
  const add = useAction((body: string) => call('createComment', { ...of, body, parent_id: parentId }), {
    invalidates: commentKeys(of),
    showsErrors: true,
  });
  const form = useForm({
    initial: { body: '' },
    check: ({ body }): Record<string, string> => (body.trim() === '' ? { body: T.empty } : {}),
    submit: async ({ body }) => {
      await add.perform(body);
      form.reset();
    },
  });
  return (
    <Form form={form} submitLabel={action}>
      <TextField form={form} name="body" label={label} rows={parentId === undefined ? 3 : 2} />
    </Form>
  );
}
