import * as calls from '@foyer/contracts/inbox/scheduled-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { readHead } from '../../../events/append.ts'
import { positionCursor } from '../../../http/paging.ts'
import { notAllowed, notFound, notValid, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Clock, Services } from '../../../services.ts'
import type { Author } from '../../conversations/conversations.rules.ts'
import {
  assertMayWrite,
  hasConversation,
  lockConversation,
  numberOf,
  readStanding,
} from '../../conversations/conversations.ts'
import { settleNotices } from '../../notices/notices.ts'
import { findStaff } from '../../organizations/organizations.ts'
import {
  cancelBy,
  cancelledEntry,
  ENDED,
  earliest,
  editedEntry,
  isEnded,
  keep,
  keptEntry,
  reschedule,
  schedule,
  sendAtOf,
  showTexts,
  TIME_PASSED,
  WAITING_MAX,
} from './scheduled.rules.ts'
import {
  conversationOfScheduled,
  findScheduled,
  listOfConversation,
  listOfOrganization,
  listOpen,
  readScheduled,
} from './scheduled.store.ts'
import { assertSeen, keepScheduled } from './scheduled-change.ts'
import { sendHeld } from './send-held-text.ts'

/** The number of ended texts in a conversation's list. */
const OVER_MAX = 100

const CURSOR = positionCursor('scheduled')

export function scheduledRoutes(parts: Services): Route[] {
  const { clock, newId } = parts
  const locked = (tx: Tx, about: Parameters<typeof lockScheduled>[2]) => lockScheduled(tx, clock, about)
  return [
    route(calls.scheduleMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { conversationId, seenVersion } = body
        const screen = seenVersion === undefined ? undefined : { conversationId, userId: caller.userId, seenVersion }
        const phoneNumber = numberOf(organizationId, conversationId)
        // Sent together: the store takes the lock first and executes the rest under it.
        const [before, staff, standing, open] = await Promise.all([
          lockConversation(tx, organizationId, conversationId),
          findStaff(tx, organizationId, caller.userId),
          readStanding(tx, { organizationId, phoneNumber, screen }),
          listOpen(tx, { organizationId, conversationId }),
        ])
        const author = authorOf(staff)
        const now = clock.now()
        const sendAt = sendAtOf(body.sendAt, now)
        await assertMayWrite(tx, parts, before, standing)
        if (open.length >= WAITING_MAX)
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

    route(calls.keepScheduledMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { _id: id, version, seenVersion, now: isNow } = body
        const screen = { userId: caller.userId, seenVersion }
        const { before, text, others, staff, standing, settled } = await locked(tx, { organizationId, id, screen })
        assertSeen(text, version)
        if (text.status === 'waiting') return asItIs(tx, organizationId, id)
        if (text.status !== 'held') throw new Refusal('conflict', ENDED[text.status])
        const by = authorOf(staff)
        const now = clock.now()
        if (!isNow && text.sendAt <= now) throw new Refusal('conflict', TIME_PASSED)
        await assertMayWrite(tx, parts, before, standing)
        if (isNow) return sendHeld(tx, parts, { before, text, others, standing, by, now, settled })
        const kept = keep(text, by, now)
        const after = showTexts(before, [...others, kept])
        const also = [keptEntry(text, { now: false, after })]
        return keepScheduled(tx, { before, after, text: kept, by: by.userId, now, also, settled })
      }),
    ),

    route(calls.cancelScheduledMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { _id: id, version } = body
        const { before, text, others, staff, settled } = await locked(tx, { organizationId, id, screen: caller })
        const isRepeated = text.status === 'cancelled' && text.decided?.by.userId === caller.userId
        if (!isRepeated) assertSeen(text, version)
        if (text.status === 'cancelled') return asItIs(tx, organizationId, text.id)
        if (isEnded(text)) throw new Refusal('conflict', ENDED[text.status])
        const by = authorOf(staff)
        const now = clock.now()
        const after = showTexts(before, others)
        const also = [cancelledEntry(text, after)]
        return keepScheduled(tx, { before, after, text: cancelBy(text, by, now), by: by.userId, now, also, settled })
      }),
    ),

    route(calls.rescheduleMessage, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { _id: id, version, seenVersion } = body
        const screen = { userId: caller.userId, seenVersion }
        const { before, text, others, staff, standing, settled } = await locked(tx, { organizationId, id, screen })
        assertSeen(text, version)
        if (isEnded(text)) throw new Refusal('conflict', ENDED[text.status])
        const now = clock.now()
        const sendAt = body.sendAt === undefined ? text.sendAt : sendAtOf(body.sendAt, now)
        if (text.status === 'held' && sendAt <= now) throw notValid('sendAt', TIME_PASSED)
        const author = authorOf(staff)
        // It decides that the text still fits what the patient wrote.
        if (text.status === 'held') await assertMayWrite(tx, parts, before, standing)
        const changed = reschedule(text, { body: body.message ?? text.body, sendAt, author, at: now })
        if (changed === text) return asItIs(tx, organizationId, text.id)
        const after = showTexts(before, [...others, changed])
        const entry = editedEntry({ before: text, after: changed }, after)
        return keepScheduled(tx, { before, after, text: changed, by: author.userId, now, also: [entry], settled })
      }),
    ),
  ]
}

/** Locks the conversation before the scheduled text, as everywhere, and reads what a decision about it needs. */
async function lockScheduled(
  tx: Tx,
  clock: Clock,
  about: { organizationId: string; id: string; screen: { userId: string; seenVersion?: number | undefined } },
) {
  const { organizationId, id } = about
  const { userId, seenVersion } = about.screen
  const conversationId = await conversationOfScheduled(tx, organizationId, id)
  const phoneNumber = numberOf(organizationId, conversationId)
  const screen = seenVersion === undefined ? undefined : { conversationId, userId, seenVersion }
  // Sent together: the store takes the lock first and executes the rest under it.
  const [before, text, open, staff, standing, settled] = await Promise.all([
    lockConversation(tx, organizationId, conversationId),
    readScheduled(tx, organizationId, id),
    listOpen(tx, { organizationId, conversationId }),
    findStaff(tx, organizationId, userId),
    readStanding(tx, { organizationId, phoneNumber, screen }),
    // A decision settles the notice that the text is held.
    settleNotices(tx, {
      organizationId,
      conversationIds: [conversationId],
      subjectId: id,
      kinds: ['held'],
      at: clock.now(),
    }),
  ])
  return { before, text, staff, standing, settled, others: open.filter((other) => other.id !== id) }
}

async function asItIs(tx: Tx, organizationId: string, id: string) {
  const { seq, epoch } = await readHead(tx, organizationId)
  return { code: 'ok' as const, data: await findScheduled(tx, organizationId, id), asOf: seq, epoch }
}

function authorOf(author: Author | undefined): Author {
  if (!author) throw notAllowed()
  return author
}
