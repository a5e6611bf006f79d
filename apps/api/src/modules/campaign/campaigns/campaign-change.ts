/** Changes a campaign and tells of it in the log. */
import { campaignProgress } from '@foyer/contracts/campaign/campaign-events.ts'
import type { Tx } from '../../../db/tx.ts'
import { type Change, newEvent } from '../../../events/append.ts'
import { notFound } from '../../../http/refusal.ts'
import { lockCampaignRow, type Saving, saveCampaign } from '../campaigns.store.ts'
import { recountFigures } from '../figures.store.ts'
import { type CampaignState, campaignOf, NO_FIGURES } from './campaign-state.rules.ts'

/** The campaign, locked until the transaction ends; refused as `not_found` where the organization has none with this id. */
export async function lockCampaign(tx: Tx, organizationId: string, campaignId: string): Promise<CampaignState> {
  const state = await lockCampaignRow(tx, { organizationId, campaignId })
  if (!state) throw notFound()
  return state
}

export interface Telling {
  /** An entry for `appendEvents`. It saves the state with its version and its figures. */
  readonly change: Change
  /** The state with version and figures, once the change is appended. */
  told(): CampaignState
}

/**
 * The event of a locked campaign that has changed, or whose sends have. The figures are recounted before the head is locked,
 * so that the lock is short; the campaign's own lock keeps the events of one campaign in the order of their figures.
 */
export async function tellCampaign(tx: Tx, state: CampaignState, saving: Saving = {}): Promise<Telling> {
  const { organizationId, _id: campaignId, version, status } = state
  // A new one has no sends. What was prepared of one that is a draft again is being deleted.
  const figures =
    version === 0 || status === 'draft' ? NO_FIGURES : await recountFigures(tx, { organizationId, campaignId })
  let saved: CampaignState | undefined
  return {
    change: {
      record({ seq: version }) {
        saved = { ...state, figures, version }
        saveCampaign(tx, saved, saving)
        return newEvent(campaignProgress, campaignOf(saved))
      },
    },
    told() {
      if (!saved) throw new Error('The event of a campaign was not appended.')
      return saved
    },
  }
}
