/** Adds, changes, copies and deletes campaigns. */
import * as calls from '@foyer/contracts/campaign/campaign-calls.ts'
import { copyCampaign } from '@foyer/contracts/campaign/launch-calls.ts'
import { isSchedulable, WRONG_SCHEDULE } from '@foyer/contracts/campaign/limits.rules.ts'
import { isDeletable, refusalOf } from '@foyer/contracts/campaign/states.rules.ts'
import type { Tx } from '../../../db/tx.ts'
import { appendEvents } from '../../../events/append.ts'
import { notFound, notValid, Refusal } from '../../../http/refusal.ts'
import { type Route, route } from '../../../http/route.ts'
import type { Services } from '../../../services.ts'
import { isPlannedAnew, plannedAnew, WITHDRAWN } from '../audience/launch.rules.ts'
import { assertSendable, assertSomebody, countLaunch, stageLaunch } from '../audience/launch.ts'
import { readPlanPolicy } from '../audience/plan-policy.ts'
import { findCampaign } from '../campaigns.store.ts'
import { assertNamed } from '../named-records.store.ts'
import { detailOf } from './answer.rules.ts'
import { changedCampaign, copyOf, isAllowed, newCampaign } from './asked-campaign.rules.ts'
import { lockCampaign, tellCampaign } from './campaign-change.ts'
import { assertReady, problemsOf, readLaunchFacts } from './campaign-problems.ts'
import { type CampaignState, campaignOf } from './campaign-state.rules.ts'
import { countChange } from './changed-audience.ts'
import { readSaver } from './saver.ts'

export function writeRoutes(parts: Pick<Services, 'clock' | 'config' | 'database' | 'newId'>): Route[] {
  const { clock, newId } = parts
  return [
    route(calls.addCampaign, async ({ body, caller, organizationId, read, write }) => {
      const { scheduledAt = null } = body
      const build = async (tx: Tx) => {
        const at = clock.now()
        // Sent together.
        const [by, { facts, policy }] = await Promise.all([
          readSaver(tx, organizationId, caller.userId, at),
          readPlanPolicy(tx, parts, organizationId),
        ])
        const { clinic, settings } = facts
        const { timezone } = clinic
        const added = newCampaign(body, by, { id: newId(), timezone, failurePercent: settings.failurePercent })
        assertSchedulable(added.scheduledAt, at)
        await assertNamed(tx, organizationId, added.audience)
        return { at, added, facts, policy }
      }
      const { added: counted, policy } = scheduledAt === null ? { added: null, policy: null } : await read(build)
      const willGet = counted && (await countLaunch(parts, counted, policy, 'search'))
      return write(async (tx) => {
        const { at, added, facts } = await build(tx)
        const { change, told } =
          scheduledAt === null ? await tellCampaign(tx, added) : await stageLaunch(tx, parts, added, { facts, willGet })
        const position = await appendEvents(tx, { organizationId, at }, [change])
        return detailOf(told(), problemsOf(told(), facts), position)
      })
    }),

    route(calls.saveCampaign, async ({ params: { id }, body, caller, organizationId, read, write }) => {
      const { organizationId: _, revision, status, ...asked } = body
      const willGet = await countChange(parts, read, { organizationId, campaignId: id, revision, status, asked })
      return write(async (tx) => {
        const at = clock.now()
        // Sent together; the lock is taken first.
        const [before, by, facts] = await Promise.all([
          lockCampaign(tx, organizationId, id),
          readSaver(tx, organizationId, caller.userId, at),
          readLaunchFacts(tx, parts, organizationId),
        ])
        const after = plannedAnew(before, changedCampaign(before, asked, by))
        // A call that is repeated because its answer was lost finds its change made.
        const isSame = after === before
        if (!isSame && before.revision !== revision) throw changedMeanwhile(before)
        if (!isAllowed(before, after)) throw new Refusal('conflict', refusalOf(before.status, 'change'))
        // A launch makes no revision, and a scheduled campaign has no words that nobody has confirmed.
        if (!isSame && status !== undefined && before.status !== status) throw changedMeanwhile(before)
        const problems = problemsOf(after, facts)
        if (isSame) return detailOf(before, problems, await appendEvents(tx, { organizationId, at }, []))
        if (after.scheduledAt?.getTime() !== before.scheduledAt?.getTime()) assertSchedulable(after.scheduledAt, at)
        if (after.status === 'scheduled') assertStaysScheduled(after, problems)
        if (after.audience !== before.audience) await assertNamed(tx, organizationId, after.audience)
        if (isPlannedAnew(before, after)) {
          assertSendable(after, facts, parts.config)
          assertSomebody(willGet, problems)
        }
        const { change, told } = await tellCampaign(tx, after, after.preparing ? { due: 'now' } : {})
        const position = await appendEvents(tx, { organizationId, at }, [change])
        return detailOf(told(), problems, position)
      })
    }),

    route(calls.deleteCampaign, ({ params: { id }, organizationId, write }) =>
      write(async (tx) => {
        const at = clock.now()
        const campaign = await lockCampaign(tx, organizationId, id)
        if (!isDeletable(campaign.status)) throw new Refusal('conflict', refusalOf(campaign.status, 'delete'))
        // A scheduled one never begins.
        const isScheduled = campaign.status === 'scheduled'
        const withdrawn = isScheduled ? { ...campaign, ...WITHDRAWN } : campaign
        const { change } = await tellCampaign(tx, { ...withdrawn, deletedAt: at }, isScheduled ? { due: 'now' } : {})
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

function changedMeanwhile(campaign: CampaignState): Refusal {
  return new Refusal('stale', 'Someone changed this campaign meanwhile.', { data: campaignOf(campaign) })
}

function assertSchedulable(scheduledAt: Date | null, now: Date): void {
  if (scheduledAt !== null && !isSchedulable(scheduledAt, now)) throw notValid('scheduledAt', WRONG_SCHEDULE)
}

/** A scheduled campaign begins by itself, so it has no problem at any time. */
function assertStaysScheduled({ scheduledAt }: CampaignState, problems: Parameters<typeof assertReady>[0]): void {
  if (scheduledAt === null) throw notValid('scheduledAt', 'A scheduled campaign has a time')
  assertReady(problems)
}
