import { undo } from '@foyer/contracts/inbox/undo-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents, type ChangeSet } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { type ConversationState, describePatient, waitAgain } from '../../conversations/conversations.rules.ts'
import {
  findNewestBy,
  listChangesSince,
  lockConversations,
  oldestUnanswered,
  stageConversationEvents,
} from '../../conversations/conversations.ts'
import { settleNotices } from '../../notices/notices.ts'
import { lockOwner } from '../../patients/patients.ts'
import { keepTeams } from '../../teams/teams.ts'
import {
  type ConversationStep,
  changedSince,
  type FieldStep,
  isOpenedAgain,
  kindsOf,
  patientBefore,
  restore,
  teamsBefore,
  withTeams,
  wouldBury,
} from './undo.rules.ts'
import { findLastSeenBy, takeUndo } from './undo-steps.store.ts'

const UNDO_MS = 60_000

export function undoRoutes({ clock }: Services): Route[] {
  return [
    route(undo, ({ body, caller: { userId }, organizationId, write }) =>
      write(async (tx) => {
        const now = clock.now()
        const since = new Date(now.getTime() - UNDO_MS)
        // A step that is another user's, too old, used or unknown gets the same answer.
        const steps = await takeUndo(tx, { organizationId, id: body.undoId, userId }, since)
        if (!steps) throw notFound()
        const teams = await keepTeams(tx, organizationId, teamsBefore(steps))
        const ids = steps.map(({ conversationId }) => conversationId)
        const found = new Map((await lockConversations(tx, organizationId, ids)).map((one) => [one.id, one]))
        const changesSince = await listChangesSince(tx, organizationId, steps)
        const happened = []
        const skipped = []
        for (const step of steps) {
          const before = found.get(step.conversationId)
          if (!before) throw new Error('A conversation that was changed is not there.')
          const others = changedSince(before, step, changesSince.get(before.id) ?? [])
          if (others.length === 0)
            happened.push({ before, after: await restoreStep(tx, before, withTeams(step, teams)), by: userId, now })
          else
            skipped.push({
              conversationId: before.id,
              reason: 'changed_since' as const,
              by: await whoChanged(tx, before, others),
            })
        }
        const settled = await settleUnassigned(tx, happened, { organizationId, at: now })
        const { changes, items } = stageConversationEvents(tx, happened)
        const { seq, epoch } = await appendEvents(tx, { organizationId, at: now }, [...changes, ...settled])
        return { code: 'ok' as const, data: { restored: [...items()], skipped }, asOf: seq, epoch }
      }),
    ),
  ]
}

interface Restored {
  readonly before: ConversationState
  readonly after: ConversationState
}

/** Settles the notices of those who are no longer assigned. */
async function settleUnassigned(
  tx: Tx,
  restored: readonly Restored[],
  about: { readonly organizationId: string; readonly at: Date },
): Promise<ChangeSet[]> {
  const lost = restored.flatMap(({ before, after }) =>
    before.staffAssigned
      .filter((userId) => !after.staffAssigned.includes(userId))
      .map((userId) => ({ userId, conversationId: after.id })),
  )
  const settled = [...Map.groupBy(lost, ({ userId }) => userId)].map(([userId, theirs]) => {
    const conversationIds = theirs.map(({ conversationId }) => conversationId)
    return settleNotices(tx, { ...about, userId, conversationIds, kinds: ['assigned'] })
  })
  return (await Promise.all(settled)).flat()
}

/**
 * Restores the fields. If that reopens a resolved conversation, the waiting time is recomputed, because an answer may
 * have failed while it was resolved.
 */
async function restoreStep(tx: Tx, before: ConversationState, step: ConversationStep): Promise<ConversationState> {
  const restored = restore(before, step)
  let after = restored
  for (const patientId of patientBefore(step))
    after = describePatient(restored, patientId === null ? null : await lockOwner(tx, before.organizationId, patientId))
  if (after.waitingSince !== null || !isOpenedAgain(step)) return after
  const { organizationId, id: conversationId, settledVersion } = after
  return waitAgain(after, await oldestUnanswered(tx, { organizationId, conversationId, settledVersion, text: null }))
}

/** Null if it was the patient, whose messages change fields too. */
async function whoChanged(tx: Tx, conversation: ConversationState, fields: readonly FieldStep[]) {
  if (fields.some((step) => wouldBury(conversation, step))) return null
  const { id, organizationId, unreadCount } = conversation
  const about = { organizationId, conversationId: id }
  const isRead = unreadCount === 0 && fields.some(({ field }) => field === 'unreadCount')
  return isRead ? findLastSeenBy(tx, about) : findNewestBy(tx, { ...about, kinds: kindsOf(fields) })
}
