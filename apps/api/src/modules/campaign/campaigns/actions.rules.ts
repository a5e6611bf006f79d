/** A campaign after an action of the staff. */
import { type CampaignAction, refusalOf, statusAfter } from '@foyer/contracts/campaign/states.rules.ts'
import { Refusal } from '../../../http/refusal.ts'
import { WITHDRAWN } from '../audience/launch.rules.ts'
import type { CampaignState } from './campaign-state.rules.ts'

/** The actions that have a call of their own and are no launch. */
export type StaffAction = Exclude<CampaignAction, 'schedule' | 'launch'>

interface Actor {
  readonly userId: string | null
  readonly name: string | null
  readonly at: Date
}

/** The same campaign if the action has already happened; refused as `conflict` where it does not fit. */
export function afterAction(campaign: CampaignState, action: StaffAction, by: Actor): CampaignState {
  const status = statusAfter(campaign.status, action)
  if (status === null) throw new Refusal('conflict', refusalOf(campaign.status, action))
  return status === campaign.status ? campaign : { ...campaign, status, ...CHANGES[action](by) }
}

const NOT_PAUSED = { pauseReason: null, pausedBy: null, pausedByName: null } as const

const CHANGES: Readonly<Record<StaffAction, (by: Actor) => Partial<CampaignState>>> = {
  pause: ({ userId, name }) => ({ pauseReason: 'staff', pausedBy: userId, pausedByName: name, etaAt: null }),
  resume: ({ at }) => ({ ...NOT_PAUSED, failuresSince: at }),
  stop: ({ userId, name, at }) => ({
    ...{ ...NOT_PAUSED, preparing: false, etaAt: null },
    ...{ stoppedBy: userId, stoppedByName: name, finishedAt: at },
  }),
  unschedule: () => WITHDRAWN,
}
