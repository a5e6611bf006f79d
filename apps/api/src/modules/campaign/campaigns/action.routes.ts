/** Takes a launched campaign from status to status. */
import * as calls from '@foyer/contracts/campaign/launch-calls.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { isWithdrawn } from '../audience/launch.rules.ts'
import { assertSendable } from '../audience/launch.ts'
import { afterAction, type StaffAction } from './actions.rules.ts'
import { answerOf } from './answer.rules.ts'
import { lockCampaign, tellCampaign } from './campaign-change.ts'
import { assertReady, problemsOf, readLaunchFacts } from './campaign-problems.ts'
import { cancelWaiting } from './cancelled-sends.store.ts'
import { readSaver } from './saver.ts'

type ActionServices = Pick<Services, 'clock' | 'config'>

interface Asked {
  readonly organizationId: string
  readonly campaignId: string
  readonly userId: string
  readonly action: StaffAction
}

export function actionRoutes(parts: ActionServices): Route[] {
  const act = (action: StaffAction) => (tx: Tx, asked: Omit<Asked, 'action'>) => actOn(tx, parts, { ...asked, action })
  const [pause, resume, stop, unschedule] = [act('pause'), act('resume'), act('stop'), act('unschedule')]
  return [
    route(calls.pauseCampaign, ({ params: { id: campaignId }, caller: { userId }, organizationId, write }) =>
      write((tx) => pause(tx, { organizationId, campaignId, userId })),
    ),
    route(calls.resumeCampaign, ({ params: { id: campaignId }, caller: { userId }, organizationId, write }) =>
      write((tx) => resume(tx, { organizationId, campaignId, userId })),
    ),
    route(calls.stopCampaign, ({ params: { id: campaignId }, caller: { userId }, organizationId, write }) =>
      write((tx) => stop(tx, { organizationId, campaignId, userId })),
    ),
    route(calls.unscheduleCampaign, ({ params: { id: campaignId }, caller: { userId }, organizationId, write }) =>
      write((tx) => unschedule(tx, { organizationId, campaignId, userId })),
    ),
  ]
}

async function actOn(tx: Tx, parts: ActionServices, { organizationId, campaignId, userId, action }: Asked) {
  const at = parts.clock.now()
  // Sent together; the lock is taken first.
  const [before, by, facts] = await Promise.all([
    lockCampaign(tx, organizationId, campaignId),
    readSaver(tx, organizationId, userId, at),
    readLaunchFacts(tx, parts, organizationId),
  ])
  const after = afterAction(before, action, by)
  if (after === before) return answerOf(before, await appendEvents(tx, { organizationId, at }, []))
  // The words, the clinic and the settings may have changed during the pause.
  if (action === 'resume') {
    assertSendable(before, facts, parts.config)
    assertReady(problemsOf(before, facts))
  }
  if (action === 'stop') await cancelWaiting(tx, { organizationId, campaignId }, at)
  // A worker goes on with it, cancels or deletes what still waits, or tells of the texts that were under way.
  const hasWork = action !== 'unschedule' || isWithdrawn(after)
  const { change, told } = await tellCampaign(tx, after, { due: hasWork ? 'now' : null })
  const position = await appendEvents(tx, { organizationId, at }, [change])
  return answerOf(told(), position)
}
