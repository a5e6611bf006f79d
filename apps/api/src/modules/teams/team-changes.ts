/** The events of teams. */
import { type Team, teamChanged } from '@foyer/contracts/teams/teams.ts'
import type { Tx } from '../../db/tx.ts'
import { type Change, newEvent } from '../../events/append.ts'
import { markRemoved, saveTeam } from './teams.store.ts'

type ToSave = Pick<Team, '_id' | 'organizationId' | 'name' | 'members'>

/** Stages that a team is new, or that it has another name or other members. */
export function stageTeam(tx: Tx, { _id: id, ...team }: ToSave): { change: Change; saved(): Team } {
  let saved: Team | undefined
  return {
    change: {
      async record({ seq: version }) {
        saved = await saveTeam(tx, { ...team, id, version })
        return newEvent(teamChanged, saved)
      },
    },
    /** Once the change is appended. */
    saved() {
      if (!saved) throw new Error('A team was not appended.')
      return saved
    },
  }
}

/** The event of a team's removal. The caller has locked the team and freed its conversations. */
export function changesByRemoving(tx: Tx, team: Team, at: Date): Change[] {
  const { organizationId, _id: id } = team
  return [
    {
      async record({ seq: version }) {
        await markRemoved(tx, { organizationId, id, at, version })
        return newEvent(teamChanged, { ...team, removed: true, version })
      },
    },
  ]
}
