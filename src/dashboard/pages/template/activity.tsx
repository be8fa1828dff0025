import { History as HistoryIcon } from 'lucide-react';
import { useCursorList } from '../../data/queries.ts';
import { TEMPLATE } from '../../texts/template.ts';
import { Time } from '../../ui/format.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { TemplateProps } from './template-props.ts';

const T = TEMPLATE.activity;

/** Who did what to the template. */
export function Activity({ at, template }: TemplateProps) {
  const list = useCursorList('listTemplateActivity', { ...at, template_id: template.id });
  return (
    <Table
      label={T.tab}
      list={list}
      keyOf={({ id }) => String(id)}
      columns={[
        { id: 'what', header: T.what, cell: ({ type }) => T.types[type] ?? type },
        { id: 'who', header: T.who, cell: ({ actor }) => actor.name || actor.id },
        { id: 'about', header: T.about, cell: ({ summary }) => summary, isHiddenWhenNarrow: true },
        { id: 'when', header: T.when, cell: ({ at }) => <Time value={at} />, width: '8rem' },
      ]}
      empty={<EmptyState icon={<HistoryIcon size={22} />} title={T.none} hint={T.noneHint} />}
    />
  );
}
