import type { campaigns } from '@foyer/contracts/campaign/campaign-calls.ts'
import { foldName } from '@foyer/contracts/fold.rules.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { newestPage, type Position, type RowId } from '../../../db/keyset.ts'
import type { Tx } from '../../../db/tx.ts'
import { campaignsOf, stateOf } from '../campaigns.store.ts'
import type { CampaignState } from './campaign-state.rules.ts'

type Asked = Omit<z.output<(typeof campaigns)['query']>, 'cursor' | 'after'> & {
  readonly after: Position | RowId | null
}

/** A page of the campaigns, newest first. `isListed` of the contracts has the same conditions. */
export async function listCampaigns(
  tx: Tx,
  { organizationId, status = [], kind, templateId, search = '', after, limit }: Asked,
): Promise<{ campaigns: CampaignState[]; end: Position | null }> {
  let query = campaignsOf(tx, organizationId)
  if (status.length > 0) query = query.where('status', 'in', status)
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (templateId !== undefined) query = query.where('template_id', '=', templateId)
  const words = foldName(search)
  if (words !== '') query = query.where(sql<boolean>`position(${words} in fold_name(name)) > 0`)
  const { shown, end } = await newestPage(query, 'campaigns', { after, limit })
  return { campaigns: shown.map(stateOf), end }
}
