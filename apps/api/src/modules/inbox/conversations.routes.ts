import * as calls from '@foyer/contracts/inbox/calls.ts'
import { readHead } from '../../events/append.ts'
import { positionCursor } from '../../http/paging.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { findConversation, findConversationOfImport } from '../conversations/conversations.ts'
import { findStaff, listStaff, readClinic } from '../organizations/organizations.ts'
import { type ListRequest, listConversations } from './conversation-list.store.ts'
import { searchOf, statusesOf, visitFilterOf } from './list.rules.ts'

export function conversationRoutes({ clock }: Services): Route[] {
  return [
    route(calls.conversation, ({ query: { patientImportId, conversationId: id }, organizationId, read }) =>
      read(async (tx) => {
        const { seq, epoch } = await readHead(tx, organizationId)
        const now = clock.now()
        const found =
          patientImportId === undefined
            ? id !== undefined && (await findConversation(tx, { organizationId, id, now }))
            : await findConversationOfImport(tx, { organizationId, patientImportId, now })
        if (!found && id !== undefined) throw notFound()
        return { code: 'ok' as const, data: found || null, asOf: seq, epoch }
      }),
    ),

    route(calls.conversations, ({ query, caller, organizationId, read }) => {
      // A cursor of one order is not valid in the other.
      const cursor = positionCursor(query.sort)
      const after = cursor.read(query.cursor)
      const search = searchOf(query.search)
      return read(
        async (tx) => {
          const now = clock.now()
          const { seq, epoch } = await readHead(tx, organizationId)
          const { timezone } = await readClinic(tx, organizationId)
          const userId = query.userId ?? caller.userId
          const request: ListRequest = {
            organizationId,
            timezone,
            statuses: statusesOf(query.status),
            filter: query.filter,
            sort: query.sort,
            userId,
            search,
            visit: visitFilterOf(query, { now, timezone }),
            after,
            offset: (query.page - 1) * query.limit,
            limit: query.limit,
            now,
          }
          // [OPEN-070] The userId matters only for stars and assignments.
          const isPersonal = query.filter === 'starred' || query.filter === 'mine'
          if (isPersonal && userId !== caller.userId && !(await findStaff(tx, organizationId, userId)))
            throw notValid('userId', 'Not a member of the staff')
          const { conversations, end } = await listConversations(tx, request)
          return {
            code: 'ok' as const,
            data: conversations,
            asOf: seq,
            epoch,
            cursor: cursor.write(end),
          }
        },
        search === null ? 'staff' : 'search',
      )
    }),

    route(calls.agents, ({ organizationId, read }) =>
      read(async (tx) => {
        const { seq, epoch } = await readHead(tx, organizationId)
        return { code: 'ok' as const, data: await listStaff(tx, organizationId), asOf: seq, epoch }
      }),
    ),
  ]
}
