/** A step that may be taken back: a fault of a flow costs no message and leaves no session that is tried again for good. */
import { sql } from 'kysely'
import { isCollision, isLockTimeout } from '../../db/failure.rules.ts'
import { causeOf, rollBackTo, sendUnawaited } from '../../db/transaction.ts'
import type { Tx } from '../../db/tx.ts'
import { Refusal } from '../../http/refusal.ts'
import { type Failing, failSession } from './end-session.ts'
import type { Played } from './play.ts'

type FailingParts = Parameters<typeof failSession>[1]

/** Plays the step behind a savepoint. If it throws, the session ends as failed, and a person answers. */
export async function playSafely<Result>(
  tx: Tx,
  parts: FailingParts,
  failing: Failing,
  step: () => Promise<Result>,
): Promise<Result | Played> {
  sendUnawaited(tx, { compile: () => sql`savepoint chatbot_step`.compile(tx) })
  try {
    return await step()
  } catch (error) {
    const cause = causeOf(tx, error)
    // The same work may succeed when it is tried again.
    if (cause instanceof Refusal || isCollision(cause) || isLockTimeout(cause)) throw cause
    await takeStepBack(tx)
    return failSession(tx, parts, failing)
  }
}

export function takeStepBack(tx: Tx): Promise<void> {
  return rollBackTo(tx, 'chatbot_step')
}
