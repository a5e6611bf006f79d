/** The answers of calls about one campaign, at a position of the log. */
import type { CampaignProblem } from '@foyer/contracts/campaign/problems.rules.ts'
import type { LogPosition } from '../../../events/append.ts'
import { type CampaignState, campaignOf } from './campaign-state.rules.ts'

type At = Pick<LogPosition, 'seq' | 'epoch'>

export function answerOf(state: CampaignState, { seq, epoch }: At) {
  return { code: 'ok' as const, data: campaignOf(state), asOf: seq, epoch }
}

export function detailOf(state: CampaignState, problems: readonly CampaignProblem[], { seq, epoch }: At) {
  return { code: 'ok' as const, data: { ...campaignOf(state), problems: [...problems] }, asOf: seq, epoch }
}
