import { AGENTS as T } from '../../texts/agents.ts';
import { LinkButton } from '../../ui/button.tsx';

/** To the page where keys for agents are created. */
export function LinkToKeys({ project }: { project: string }) {
  return (
    <LinkButton to="/projects/$project/keys" params={{ project }}>
      {T.keys}
    </LinkButton>
  );
}
