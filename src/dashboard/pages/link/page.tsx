import { NotFoundPage } from '../../ui/error-page.tsx';

export function Page() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
