import type { HistoryChange } from '@foyer/contracts/inbox/history.ts'
import * as calls from '@foyer/contracts/inbox/scheduled-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { notAllowed, notFound, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import type { Author } from '../../conversations/conversations.rules.ts'
import {
  assertMayWrite,
  hasConversation,
  lockConversation,
  numberOf,
  readStanding,
} from '../../conversations/conversations.ts'
import { findStaff } from '../../organizations/organizations.ts'
import { cancel, ENDED, earliest, reschedule, schedule, sendAtOf, WAITING_MAX } from './scheduled.rules.ts'
import {
  conversationOfScheduled,
  findScheduled,
  listOfConversation,
  listOfOrganization,
  listWaiting,
  readScheduled,
} from './scheduled.store.ts'
import { keepScheduled } from './scheduled-change.ts'

/** The number of ended texts in a conversation's list. */
const OVER_MAX = 100

const CURSOR = positionCursor('scheduled')

export function scheduledRoutes(parts: Services): Route[] {
  const { clock, newId } = parts
  return [
    route(calls.scheduleMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { conversationId, seenVersion } = body
        const screen = seenVersion === undefined ? undefined : { conversationId, userId: caller.userId, seenVersion }
        const phoneNumber = numberOf(organizationId, conversationId)
        // Sent together: the store takes the lock first and executes the rest under it.
        const [before, staff, standing, waiting] = await Promise.all([
          lockConversation(tx, organizationId, conversationId),
          findStaff(tx, organizationId, caller.userId),
          readStanding(tx, { organizationId, phoneNumber, screen }),
          listWaiting(tx, { organizationId, conversationId }),
        ])
        const author = authorOf(staff)
        const now = clock.now()
        const sendAt = sendAtOf(body.sendAt, now)
        await assertMayWrite(tx, parts, before, standing)
        if (waiting.length >= WAITING_MAX)
          throw new Refusal('conflict', `${WAITING_MAX} texts wait in this conversation already.`)
        const text = schedule({
          ...{ id: newId(), organizationId, conversationId, author },
          ...{ body: body.message, sendAt, createdAt: now },
        })
        const after = { ...before, scheduledFor: earliest(before.scheduledFor, sendAt) }
        return keepScheduled(tx, { before, after, text, by: caller.userId, now })
      }),
    ),

    route(calls.scheduledMessages, ({ query, organizationId, read }) => {
      const after = CURSOR.read(query.cursor)
      const { conversationId, limit } = query
      return read(async (tx) => {
        if (conversationId === undefined) {
          const [{ seq, epoch }, { texts, end }] = await Promise.all([
            readHead(tx, organizationId),
            listOfOrganization(tx, { organizationId, after, limit }),
          ])
          return { code: 'ok' as const, data: texts, asOf: seq, epoch, cursor: CURSOR.write(end) }
        }
        const [{ seq, epoch }, isKnown, data] = await Promise.all([
          readHead(tx, organizationId),
          hasConversation(tx, organizationId, conversationId),
          listOfConversation(tx, { organizationId, conversationId, over: OVER_MAX }),
        ])
        if (!isKnown) throw notFound()
        return { code: 'ok' as const, data, asOf: seq, epoch, cursor: null }
      })
    }),

    route(calls.cancelScheduledMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { before, text, others, staff } = await lockScheduled(tx, { organizationId, id: body._id, caller })
        if (text.status === 'cancelled') return asItIs(tx, organizationId, text.id)
        if (text.status !== 'waiting') throw new Refusal('conflict', ENDED[text.status])
        const { name } = authorOf(staff)
        const now = clock.now()
        const cancelled = cancel(text, `Cancelled by ${name}.`, now)
        const after = { ...before, scheduledFor: earliest(...others) }
        return keepScheduled(tx, { before, after, text: cancelled, by: caller.userId, now })
      }),
    ),

    route(calls.rescheduleMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { before, text, others, staff } = await lockScheduled(tx, { organizationId, id: body._id, caller })
        if (text.status !== 'waiting') throw new Refusal('conflict', ENDED[text.status])
        const now = clock.now()
        const sendAt = body.sendAt === undefined ? text.sendAt : sendAtOf(body.sendAt, now)
        const author = authorOf(staff)
        const changed = reschedule(text, { body: body.message ?? text.body, sendAt, author })
        if (changed === text) return asItIs(tx, organizationId, text.id)
        const next = earliest(...others, sendAt) ?? sendAt
        const entry: HistoryChange = {
          kind: 'rescheduled',
          ...{ from: text.sendAt.toISOString(), to: sendAt.toISOString() },
          ...{ reworded: changed.body !== text.body, scheduledFor: next.toISOString() },
        }
        const after = { ...before, scheduledFor: next }
        return keepScheduled(tx, { before, after, text: changed, by: caller.userId, now, also: [entry] })
      }),
    ),
  ]
}

/** Locks the conversation before the scheduled text, as everywhere. */
async function lockScheduled(
  tx: Tx,
  { organizationId, id, caller: { userId } }: { organizationId: string; id: string; caller: { userId: string } },
) {
  const conversationId = await conversationOfScheduled(tx, organizationId, id)
  const [before, text, waiting, staff] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    readScheduled(tx, organizationId, id),
    listWaiting(tx, { organizationId, conversationId }),
    findStaff(tx, organizationId, userId),
  ])
  return { before, text, staff, others: waiting.filter((other) => other.id !== id).map(({ sendAt }) => sendAt) }
}

async function asItIs(tx: Tx, organizationId: string, id: string) {
  const { seq, epoch } = await readHead(tx, organizationId)
  return { code: 'ok' as const, data: await findScheduled(tx, organizationId, id), asOf: seq, epoch }
}

function authorOf(author: Author | undefined): Author {
  if (!author) throw notAllowed()
  return author
}
