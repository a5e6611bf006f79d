/** The public interface of the teams module: its teams for other modules, and the removal of one. */
export { changesByRemoving } from './team-changes.ts'
export { hasTeam, keepTeams, lockTeam, mayServe, presentMembers } from './teams.store.ts'
