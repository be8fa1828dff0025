export { NotFoundPage as Page } from '../../ui/error-page.tsx';
