import type { Deps } from '../../platform/deps.ts';
import { teamNotFound } from './errors.ts';
import { selectTeams } from './queries.ts';

/** The id of the wanted team, or of the first one if none is named. Throws `not_found`. */
export async function findTeamId(deps: Deps, wanted: string | undefined): Promise<string> {
  const teams = await selectTeams(deps.db.reader);
  const team = wanted === undefined ? teams[0] : teams.find((candidate) => candidate.id === wanted);
  if (team === undefined) throw teamNotFound();
  return team.id;
}
