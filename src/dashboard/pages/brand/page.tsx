import { useParams } from '@tanstack/react-router';
import { BRAND as T } from '../../texts/brand.ts';
import { Page as PageFrame } from '../../ui/page.tsx';
import { BrandEditor } from './brand-editor.tsx';

export function Page() {
  const { project = '' } = useParams({ strict: false });
  return (
    <PageFrame title={T.title} description={T.description}>
      <BrandEditor key={project} project={project} />
    </PageFrame>
  );
}
