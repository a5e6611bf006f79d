/** The turns of a campaign: by its figures alone it finishes, or pauses because too many texts fail. */
import { isAtRest, type StateCounts } from '@foyer/contracts/campaign/sends.rules.ts'
import type { CampaignTurn, PauseReason } from '@foyer/contracts/campaign/states.rules.ts'
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

/** The turn that the figures cause now; null: none. A campaign with nothing left to send finishes, however many failed. */
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
    case 'bar':
      return { ...campaign, ...pausedFor('not_ready') }
    case 'fail':
      return { ...campaign, ...pausedFor('failures') }
    case 'finish':
      return { ...campaign, status: 'finished', finishedAt: at, etaAt: null }
  }
}

function pausedFor(pauseReason: PauseReason) {
  return { status: 'paused', pauseReason, pausedBy: null, pausedByName: null, etaAt: null } as const
}
