import { removeTeam } from '@foyer/contracts/teams/teams.ts'
import { appendEvents } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { giveToTeam } from '../../conversations/conversations.rules.ts'
import { lockConversationsOfTeam, stageConversationEvents } from '../../conversations/conversations.ts'
import { changesByRemoving, lockTeam } from '../../teams/teams.ts'

/** Each conversation that a team loses leaves two events, and one append holds at most 500. */
export const FREED_AT_ONCE = 200

/** Frees a team's conversations, as many as one transaction may, and removes the team together with the last of them. */
export function teamRemovalRoutes({ clock }: Services): Route[] {
  return [
    route(removeTeam, async ({ body: { _id: id }, caller, organizationId, write }) => {
      const freeSome = () =>
        write(async (tx) => {
          const now = clock.now()
          // Sent together: the store locks the team first, so it gets no further conversations.
          const [team, locked] = await Promise.all([
            lockTeam(tx, { organizationId, id }),
            lockConversationsOfTeam(tx, { organizationId, teamId: id, limit: FREED_AT_ONCE + 1 }),
          ])
          if (!team) throw notFound()
          const isLast = locked.length <= FREED_AT_ONCE
          const happened = locked.slice(0, FREED_AT_ONCE).map((before) => ({
            ...{ before, after: giveToTeam(before, null), by: caller.userId, now },
          }))
          const { changes } = stageConversationEvents(tx, happened)
          const removal = isLast ? changesByRemoving(tx, team, now) : []
          const position = await appendEvents(tx, { organizationId, at: now }, [...changes, ...removal])
          return { isLast, freed: happened.length, position }
        })
      let some = await freeSome()
      let { freed } = some
      while (!some.isLast) {
        some = await freeSome()
        freed += some.freed
      }
      const { seq, epoch } = some.position
      return { code: 'ok' as const, data: { _id: id, freed }, asOf: seq, epoch }
    }),
  ]
}
