/** Adds, changes, copies and deletes campaigns. */
import * as calls from '@foyer/contracts/campaign/campaign-calls.ts'
import { copyCampaign } from '@foyer/contracts/campaign/launch-calls.ts'
import { isSchedulable, WRONG_SCHEDULE } from '@foyer/contracts/campaign/limits.rules.ts'
import { isDeletable, refusalOf } from '@foyer/contracts/campaign/states.rules.ts'
import { appendEvents } from '../../../events/append.ts'
import { notFound, notValid, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { detailOf } from './answer.rules.ts'
import { changedCampaign, copyOf, isChangedWithinPause, newCampaign } from './asked-campaign.rules.ts'
import { lockCampaign, tellCampaign } from './campaign-change.ts'
import { assertReady, problemsOf, readLaunchFacts } from './campaign-problems.ts'
import { type CampaignState, campaignOf } from './campaign-state.rules.ts'
import { findCampaign } from './campaigns.store.ts'
import { assertNamed } from './named-records.store.ts'
import { readSaver } from './saver.ts'

export function writeRoutes(parts: Pick<Services, 'clock' | 'config' | 'newId'>): Route[] {
  const { clock, newId } = parts
  return [
    route(calls.addCampaign, ({ body, caller, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        // Sent together.
        const [by, facts] = await Promise.all([
          readSaver(tx, organizationId, caller.userId, at),
          readLaunchFacts(tx, parts, organizationId),
        ])
        const { clinic, settings } = facts
        const { timezone } = clinic
        const added = newCampaign(body, by, { id: newId(), timezone, failurePercent: settings.failurePercent })
        assertSchedulable(added.scheduledAt, at)
        await assertNamed(tx, organizationId, added.audience)
        const { change, told } = await tellCampaign(tx, added)
        const position = await appendEvents(tx, { organizationId, at }, [change])
        return detailOf(told(), problemsOf(added, facts), position)
      }),
    ),

    route(calls.saveCampaign, ({ params: { id }, body, caller, organizationId, write }) =>
      write(async (tx) => {
        const { organizationId: _, revision, ...asked } = body
        const at = clock.now()
        // Sent together; the lock is taken first.
        const [before, by, facts] = await Promise.all([
          lockCampaign(tx, organizationId, id),
          readSaver(tx, organizationId, caller.userId, at),
          readLaunchFacts(tx, parts, organizationId),
        ])
        const after = changedCampaign(before, asked, by)
        // A call that is repeated because its answer was lost finds its change made.
        const isSame = after === before
        if (!isSame && before.revision !== revision)
          throw new Refusal('stale', 'Someone changed this campaign meanwhile.', { data: campaignOf(before) })
        if (!isChangeable(before, after)) throw new Refusal('conflict', refusalOf(before.status, 'change'))
        const problems = problemsOf(after, facts)
        if (isSame) return detailOf(before, problems, await appendEvents(tx, { organizationId, at }, []))
        if (after.scheduledAt?.getTime() !== before.scheduledAt?.getTime()) assertSchedulable(after.scheduledAt, at)
        if (after.status === 'scheduled') assertStaysScheduled(after, problems)
        if (after.audience !== before.audience) await assertNamed(tx, organizationId, after.audience)
        const { change, told } = await tellCampaign(tx, after)
        const position = await appendEvents(tx, { organizationId, at }, [change])
        return detailOf(told(), problems, position)
      }),
    ),

    route(calls.deleteCampaign, ({ params: { id }, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        const campaign = await lockCampaign(tx, organizationId, id)
        if (!isDeletable(campaign.status)) throw new Refusal('conflict', refusalOf(campaign.status, 'delete'))
        // A scheduled one never begins.
        const status = campaign.status === 'scheduled' ? 'draft' : campaign.status
        const { change } = await tellCampaign(tx, { ...campaign, status, deletedAt: at })
        await appendEvents(tx, { organizationId, at }, [change])
        return { code: 'ok' as const, data: { _id: id } }
      }),
    ),

    route(copyCampaign, ({ params: { id: campaignId }, caller, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        const [campaign, by, facts] = await Promise.all([
          findCampaign(tx, { organizationId, campaignId }),
          readSaver(tx, organizationId, caller.userId, at),
          readLaunchFacts(tx, parts, organizationId),
        ])
        if (!campaign) throw notFound()
        const copy = copyOf(campaign, by, newId())
        const { change, told } = await tellCampaign(tx, copy)
        const position = await appendEvents(tx, { organizationId, at }, [change])
        return detailOf(told(), problemsOf(copy, facts), position)
      }),
    ),
  ]
}

function isChangeable(before: CampaignState, after: CampaignState): boolean {
  const { status } = before
  if (status === 'draft' || status === 'scheduled') return true
  return status === 'paused' && isChangedWithinPause(before, after)
}

function assertSchedulable(scheduledAt: Date | null, now: Date): void {
  if (scheduledAt !== null && !isSchedulable(scheduledAt, now)) throw notValid('scheduledAt', WRONG_SCHEDULE)
}

/** A scheduled campaign begins by itself, so it has no problem at any time. */
function assertStaysScheduled({ scheduledAt }: CampaignState, problems: Parameters<typeof assertReady>[0]): void {
  if (scheduledAt === null) throw notValid('scheduledAt', 'A scheduled campaign has a time')
  assertReady(problems)
}
