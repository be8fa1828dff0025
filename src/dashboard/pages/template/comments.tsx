import { useQuery } from '@tanstack/react-query';
import { Check, MessageSquare, RotateCcw } from 'lucide-react';
import { call } from '../../data/api.ts';
import { usePermissions } from '../../data/permissions.ts';
import { get, type Page, useAction } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Form, useForm } from '../../ui/form.tsx';
import { Card } from '../../ui/page.tsx';
import { EmptyState, Loaded } from '../../ui/states.tsx';
import type { Access, Comment } from './comment.ts';
import { CommentText } from './comment-text.tsx';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.comments;

interface Thread extends Comment {
  block_id: string | null;
  block_missing?: boolean;
  resolved_at: string | null;
  resolved_by_name: string | null;
  replies: Comment[];
}

/** The comment threads of a template, open ones first. */
export function Comments({ path: templatePath }: TemplateProps) {
  const permissions = usePermissions();
  const path = `${templatePath}/comments`;
  const query = useQuery(get<Page<Thread>>(path));
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <Card>
              <EmptyState icon={<MessageSquare size={22} />} title={T.none} hint={T.noneHint} />
            </Card>
          ) : (
            data
              .toSorted((a, b) => Number(a.resolved_at !== null) - Number(b.resolved_at !== null))
              .map((thread) => (
                <ThreadCard key={thread.id} thread={thread} path={path} permissions={permissions} />
              ))
          )
        }
      </Loaded>
      {permissions.mayComment && (
        <Card>
          <WriteForm path={path} label={T.write} action={T.send} />
        </Card>
      )}
    </div>
  );
}

function ThreadCard({ thread, path, permissions }: Access & { thread: Thread }) {
  const { mayComment } = permissions;
  const isResolved = thread.resolved_at !== null;
  const resolve = useAction(
    (resolved: boolean) => call('POST', `${path}/${thread.id}/resolve`, { body: { resolved } }),
    { invalidates: [path.split('/')] },
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
      <CommentText comment={thread} path={path} permissions={permissions} isThread />
      {thread.replies.length > 0 && (
        <ul className="mt-3 flex flex-col gap-3 border-l-2 border-line pl-4">
          {thread.replies.map((reply) => (
            <li key={reply.id}>
              <CommentText comment={reply} path={path} permissions={permissions} />
            </li>
          ))}
        </ul>
      )}
      {mayComment && !isResolved && (
        <div className="mt-4">
          <WriteForm
            path={path}
            parentId={thread.id}
            label={T.replyTo(thread.author_name)}
            action={T.reply}
          />
        </div>
      )}
    </Card>
  );
}

interface WriteFormProps {
  path: string;
  parentId?: string;
  label: string;
  action: string;
}

function WriteForm({ path, parentId, label, action }: WriteFormProps) {
  const add = useAction(
    (body: string) => call('POST', path, { body: { body, ...(parentId && { parent_id: parentId }) } }),
    { invalidates: [path.split('/')], showsErrors: true },
  );
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
