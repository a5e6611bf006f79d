import { holds, nextPatient, releaseHold, renewHold } from '@foyer/contracts/inbox/hold-calls.ts'
import { openTime } from '@foyer/contracts/time/opening-hours.rules.ts'
import { boundsOfDay, dayIn } from '@foyer/contracts/time/wall-clock.rules.ts'
import { appendEvents, readHead } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { answeredBy, hasConversation } from '../../conversations/conversations.ts'
import { readInboxSettings } from '../../organizations/organizations.ts'
import { answeredOf } from './done.rules.ts'
import { changesByEnding, stageHold } from './hold-changes.ts'
import {
  awaitNextWaiting,
  deleteHoldOf,
  doesAnyoneWait,
  findNextWaiting,
  listHolds,
  lockHolds,
  mayHold,
} from './holds.store.ts'

export function holdRoutes({ clock }: Services): Route[] {
  return [
    route(nextPatient, ({ body: { holder, skip }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const tab = { organizationId, userId, holder }
        const wanted = { organizationId, userId, skip, now }
        // Sent together: the store takes the lock first and executes the rest under it.
        const [, ended, first, { settings }] = await Promise.all([
          lockHolds(tx, organizationId),
          deleteHoldOf(tx, tab, null),
          findNextWaiting(tx, wanted),
          readInboxSettings(tx, organizationId),
        ])
        // Somebody may wait in a conversation that another transaction has locked.
        const conversation = first ?? (await awaitNextWaiting(tx, wanted))
        const held = conversation && stageHold(tx, tab, conversation.id)
        const { timezone } = settings
        const today = boundsOfDay(dayIn(now, timezone), timezone)
        const [waits, othersWait, { seq, epoch }] = await Promise.all([
          answeredBy(tx, { organizationId, userId, ...today }),
          conversation === null && doesAnyoneWait(tx, { organizationId, skip }),
          appendEvents(tx, { organizationId, at: now }, [...changesByEnding(ended), ...(held ? [held.change] : [])]),
        ])
        // A clinic that never saved its hours has none.
        const clinic = openTime(timezone, settings.version === 0 ? null : settings.businessHours)
        const done = { ...answeredOf(waits, clinic), othersWait }
        return { code: 'ok' as const, data: { conversation, hold: held?.taken() ?? null, done }, asOf: seq, epoch }
      }),
    ),

    route(renewHold, ({ body: { conversationId, holder }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const tab = { organizationId, userId, holder }
        const [, isFree, isKnown] = await Promise.all([
          lockHolds(tx, organizationId),
          mayHold(tx, tab, conversationId),
          hasConversation(tx, organizationId, conversationId),
        ])
        if (!isKnown) throw notFound()
        const held = isFree ? stageHold(tx, tab, conversationId) : null
        const { seq, epoch } = await appendEvents(
          tx,
          { organizationId, at: clock.now() },
          held === null ? [] : [held.change],
        )
        return { code: 'ok' as const, data: held?.taken() ?? null, asOf: seq, epoch }
      }),
    ),

    route(releaseHold, ({ body: { conversationId, holder }, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const [, ended, isKnown] = await Promise.all([
          lockHolds(tx, organizationId),
          deleteHoldOf(tx, { organizationId, userId, holder }, conversationId),
          hasConversation(tx, organizationId, conversationId),
        ])
        if (!isKnown) throw notFound()
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: clock.now() }, changesByEnding(ended))
        return { code: 'ok' as const, data: { released: ended !== null }, asOf: seq, epoch }
      }),
    ),

    route(holds, ({ organizationId, read }) =>
      read(async (tx) => {
        const [{ seq, epoch }, data] = await Promise.all([readHead(tx, organizationId), listHolds(tx, organizationId)])
        return { code: 'ok' as const, data, asOf: seq, epoch }
      }),
    ),
  ]
}
