/** Starts the worker that goes on with sessions at their time: a silence, a nudge, the end of a wait. */

import { writeAside } from '../../db/put-aside.ts'
import type { Tx } from '../../db/tx.ts'
import { appendEvents } from '../../events/append.ts'
import type { Services } from '../../services.ts'
import { type DueOptions, startDueWorker } from '../../workers/due-worker.ts'
import type { Worker } from '../../workers/loop.ts'
import { lockConversation } from '../conversations/conversations.ts'
import { readInboxSettings } from '../organizations/organizations.ts'
import { isOver, PAUSED } from './begin.rules.ts'
import { readMachine } from './machines.ts'
import { play } from './play.ts'
import { playSafely } from './play-safely.ts'
import { type DueSession, dueSessions, lockSession, type SessionState, saveSession } from './sessions.store.ts'
import { stagePlayed } from './stage-played.ts'
import { readStanding } from './standing.store.ts'
import type { Heard } from './turn.ts'

export type DueOutcome = 'moved' | 'ended' | 'failed' | 'gone'

export function startDueSessions(parts: Services, options?: DueOptions): Worker {
  return startDueWorker<DueSession>(
    parts,
    {
      name: 'a session of a chatbot',
      queue: dueSessions,
      take: (due, { worker }) => writeAside(parts.database, due.organizationId, (tx) => goOn(tx, parts, due, worker)),
      outcomes: { name: 'foyer_bot_due_sessions_total', help: 'Outcomes of sessions of chatbots at their time' },
    },
    options,
  )
}

export async function goOn(tx: Tx, parts: Services, due: DueSession, worker: string): Promise<DueOutcome> {
  const { organizationId, conversationId, id, step } = due
  const before = await lockConversation(tx, organizationId, conversationId)
  // The patient or a person may have moved or ended it meanwhile: what they did wins.
  const [isHeld, session] = await Promise.all([
    dueSessions.isHeld(tx, due, worker),
    lockSession(tx, organizationId, id),
  ])
  if (!isHeld || session === undefined || session.endedAt !== null || session.step !== step) return 'gone'
  if (before.bot?.sessionId !== id || session.dueEvent === null) {
    saveSession(tx, { ...session, endedAt: parts.clock.now(), endedAs: 'takenOver', dueEvent: null }, null)
    return 'gone'
  }
  const now = parts.clock.now()
  const made = readMachine(tx, session)
  // Awaited in the step, which ends the session if there is no such machine.
  made.catch(() => undefined)
  const [standing, clinic] = await Promise.all([
    readStanding(tx, before, { body: '', now }),
    readInboxSettings(tx, organizationId),
  ])
  const heard = hearingAt(session, now)
  const failing = { conversation: before, standing, isUnasked: true, now }
  const played = await playSafely(tx, parts, failing, async () =>
    play(tx, parts, {
      ...{
        made: await made,
        session,
        heard,
        conversation: before,
        before,
        standing,
        smsStatus: null,
        clinic,
        isUnasked: true,
      },
      ...{ said: null, now },
    }),
  )
  await appendEvents(tx, { organizationId, at: now }, stagePlayed(tx, { before, played, by: null, now }).changes)
  if (played.endedAs === 'failed') return 'failed'
  return played.endedAs === null ? 'moved' : 'ended'
}

/** How a session hears its time: a pause and the session's own caps end it. */
function hearingAt(session: SessionState, now: Date): Heard {
  if (session.dueEvent === PAUSED) return { type: 'STOPPED', as: 'paused' }
  if (isOver(session, now)) return { type: 'STOPPED', as: 'overLimit' }
  return { type: session.dueEvent } as Heard
}
