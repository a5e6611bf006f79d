import * as calls from '@foyer/contracts/inbox/calls.ts'
import { conversationStatuses } from '@foyer/contracts/inbox/conversation.ts'
import type { Tab } from '@foyer/contracts/inbox/status.rules.ts'
import { ownTally } from '@foyer/contracts/inbox/tally.ts'
import { readHead } from '../../events/append.ts'
import { notFound, notValid } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Services } from '../../services.ts'
import { countTallies, findConversation, findConversationOfImport } from '../conversations/conversations.ts'
import { isStaff, listStaff, readClinic } from '../organizations/organizations.ts'
import { type ListRequest, listConversations } from './conversation-list.store.ts'
import { askedVisitOf, chosenOf, searchOf, statusesOf, visitFilterOf } from './list.rules.ts'
import { listCursor } from './list-cursor.ts'

const PERSONAL: readonly Tab[] = ['starred', 'mine', 'held']

export function conversationRoutes({ clock }: Services): Route[] {
  return [
    route(calls.conversation, ({ query: { patientImportId, conversationId: id }, organizationId, read }) =>
      read(async (tx) => {
        const now = clock.now()
        const [{ seq, epoch }, found] = await Promise.all([
          readHead(tx, organizationId),
          patientImportId === undefined
            ? id !== undefined && findConversation(tx, { organizationId, id, now })
            : findConversationOfImport(tx, { organizationId, patientImportId, now }),
        ])
        if (!found && id !== undefined) throw notFound()
        return { code: 'ok' as const, data: found || null, asOf: seq, epoch }
      }),
    ),

    route(calls.conversations, ({ query, caller, organizationId, read }) => {
      const chosen = chosenOf(query)
      const cursor = listCursor(query.sort, chosen)
      const after = cursor.read(query.cursor)
      const words = searchOf(query.search)
      return read(
        async (tx) => {
          const now = clock.now()
          const userId = query.userId ?? caller.userId
          const asked = askedVisitOf(query)
          const visit =
            asked && visitFilterOf(asked, { now, timezone: (await readClinic(tx, organizationId)).timezone })
          const request: ListRequest = {
            organizationId,
            statuses: chosen === null ? statusesOf(query.status) : conversationStatuses,
            chosen,
            filter: query.filter,
            sort: query.sort,
            userId,
            words,
            visit,
            team: query.team ?? null,
            campaign: query.campaignId ?? null,
            after,
            offset: (query.page - 1) * query.limit,
            limit: query.limit,
            now,
          }
          if (query.filter === 'drafts' && userId !== caller.userId)
            throw notValid('userId', 'Drafts are private: only your own can be listed')
          // [OPEN-070] The userId matters only for these.
          const isPersonal = PERSONAL.includes(query.filter)
          const [{ seq, epoch }, isStaffsOwn, { conversations, end }] = await Promise.all([
            readHead(tx, organizationId),
            !isPersonal || userId === caller.userId || isStaff(tx, organizationId, [userId]),
            listConversations(tx, request),
          ])
          if (!isStaffsOwn) throw notValid('userId', 'Not a member of the staff')
          return {
            code: 'ok' as const,
            data: conversations,
            asOf: seq,
            epoch,
            cursor: cursor.write(end),
          }
        },
        words === null ? 'staff' : { lane: 'search', person: caller.userId },
      )
    }),

    route(ownTally, ({ caller, organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, [tally]] = await Promise.all([
          readHead(tx, organizationId),
          countTallies(tx, organizationId, [caller.userId]),
        ])
        if (!tally) throw new Error('The store did not count.')
        return { code: 'ok' as const, data: { ...tally, version: seq }, asOf: seq, epoch }
      }),
    ),

    route(calls.agents, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([readHead(tx, organizationId), listStaff(tx, organizationId)])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}
