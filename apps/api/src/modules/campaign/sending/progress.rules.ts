/** What a campaign becomes by its figures alone: finished, or paused because too many texts fail. */
import { isAtRest, type StateCounts } from '@foyer/contracts/campaign/sends.rules.ts'
import type { CampaignTurn } from '@foyer/contracts/campaign/states.rules.ts'
import type { CampaignState } from '../campaigns/campaign-state.rules.ts'

/** The newest outcomes that the limit of failures looks at. */
export const OUTCOMES_MAX = 50
/** Fewer outcomes do not pause a campaign. */
const OUTCOMES_MIN = 20

/** Outcomes of texts since the campaign started or was resumed, at most the newest 50. */
export interface Outcomes {
  readonly delivered: number
  readonly failed: number
}

/** Whether so many of the outcomes are failures that the campaign pauses itself. Null: it never does. */
export function tooManyFail({ delivered, failed }: Outcomes, failurePercent: number | null): boolean {
  const all = delivered + failed
  return failurePercent !== null && all >= OUTCOMES_MIN && failed * 100 >= all * failurePercent
}

type Judged = Pick<CampaignState, 'status' | 'preparing' | 'failurePercent'>

/** What a worker does to the campaign now; null: nothing. A campaign with nothing left to send finishes, however many failed. */
export function turnOf(campaign: Judged, states: StateCounts, outcomes: Outcomes): CampaignTurn | null {
  if (campaign.status !== 'running' || campaign.preparing) return null
  if (isAtRest(states)) return 'finish'
  return states.waiting > 0 && tooManyFail(outcomes, campaign.failurePercent) ? 'fail' : null
}

/** The campaign after the turn. */
export function afterTurn(campaign: CampaignState, turn: CampaignTurn, at: Date): CampaignState {
  switch (turn) {
    case 'begin':
      return { ...campaign, status: 'running', startedAt: at, failuresSince: at }
    case 'fail':
      return { ...campaign, status: 'paused', pauseReason: 'failures', pausedBy: null, pausedByName: null, etaAt: null }
    case 'finish':
      return { ...campaign, status: 'finished', finishedAt: at, etaAt: null }
  }
}
