import type { Clock } from '../platform/clock.ts';
import type { EndUser } from './channel-auth.ts';
import { AGENT_PRESENCE_SECONDS, MAX_PRESENT_AGENTS } from './limits.ts';

interface WorkingAgent {
  topic: string;
  member: EndUser;
  lastCallAt: number;
}

/** Agents that have called a tool for a template in the last minutes. Editors show them as members. */
export interface PresentAgents {
  note(topic: string, member: EndUser): void;
  listPresent(topic: string): EndUser[];
  /** Removes an agent, and returns the topics in which it was present. */
  remove(memberId: string): string[];
  /** Removes and returns agents whose last call is long ago. */
  takeIdle(): { topic: string; member: EndUser }[];
}

export function createPresentAgents(clock: Clock): PresentAgents {
  // A map keeps the order of insertion, here that of the last calls.
  const agents = new Map<string, WorkingAgent>();
  const isIdle = ({ lastCallAt }: WorkingAgent): boolean =>
    clock.now() - lastCallAt >= AGENT_PRESENCE_SECONDS * 1000;
  return {
    note(topic, member) {
      const key = `${topic} ${member.id}`;
      agents.delete(key);
      agents.set(key, { topic, member, lastCallAt: clock.now() });
    },
    listPresent: (topic) =>
      [...agents.values()]
        .filter((agent) => agent.topic === topic && !isIdle(agent))
        .map((agent) => agent.member),
    remove(memberId) {
      const own = [...agents].filter(([, { member }]) => member.id === memberId);
      for (const [key] of own) agents.delete(key);
      return own.map(([, { topic }]) => topic);
    },
    takeIdle() {
      const idle: WorkingAgent[] = [];
      for (const [key, agent] of agents) {
        if (!isIdle(agent) && agents.size <= MAX_PRESENT_AGENTS) break;
        agents.delete(key);
        idle.push(agent);
      }
      return idle;
    },
  };
}
