/** A campaign when it is launched, and when it is planned anew. */

import { isDeepStrictEqual } from 'node:util'
import { refusalOf, statusAfter } from '@foyer/contracts/campaign/states.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'

/** Its audience is to be read, from the first patient on. */
const UNPREPARED = { preparing: true, preparedTo: null, prepared: 0, etaAt: null } as const

/** A scheduled one that was taken back. A worker empties its ledger, which `prepared` tells of until then. */
export const WITHDRAWN = { status: 'draft', preparing: false, preparedTo: null, etaAt: null } as const

export function isWithdrawn({ status, prepared }: Pick<CampaignState, 'status' | 'prepared'>): boolean {
  return status === 'draft' && prepared > 0
}

/** Refused as `conflict` where it is no draft. A time that has just passed is now. */
export function launched(campaign: CampaignState, at: Date): CampaignState {
  const { status: before, scheduledAt } = campaign
  const event = scheduledAt !== null && scheduledAt > at ? 'schedule' : 'launch'
  const status = statusAfter(before, event)
  if (status === null) throw new Refusal('conflict', refusalOf(before, event))
  const begun = status === 'running' ? { startedAt: at, failuresSince: at } : {}
  return { ...campaign, ...UNPREPARED, ...begun, status }
}

export function isLaunchable({ status }: Pick<CampaignState, 'status'>): boolean {
  return statusAfter(status, 'launch') !== null
}

/** A scheduled campaign whose audience is to be planned again, because staff changed who gets it, when, or the words. */
export function plannedAnew(before: CampaignState, after: CampaignState): CampaignState {
  return isPlannedAnew(before, after) ? { ...after, ...UNPREPARED } : after
}

export function isPlannedAnew(before: CampaignState, after: CampaignState): boolean {
  return after.status === 'scheduled' && !isDeepStrictEqual(partsOfPlan(before), partsOfPlan(after))
}

function partsOfPlan(campaign: CampaignState) {
  const { type, purpose, audience, steps, fallbacks, trackLinks, clock, scheduledAt, timezone } = campaign
  return { type, purpose, audience, steps, fallbacks, trackLinks, clock, scheduledAt, timezone }
}
