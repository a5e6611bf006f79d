import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { useState } from 'react'
import { saveBlob } from '../../../lib/save-blob.ts'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useFilters } from '../../../parts/rows/use-filters.ts'
import { useApi } from '../../../parts/services.tsx'
import { notifyError } from '../../../ui/notify.tsx'
import { filterNames, filterOf } from './campaign-results.rules.ts'

/** Saves the recipients of the filter as a file. */
export function useCsv(organizationId: string, { _id, name }: Pick<Campaign, '_id' | 'name'>) {
  const api = useApi()
  const [isBusy, setIsBusy] = useState(false)
  const { values } = useFilters(filterNames)

  async function save(): Promise<void> {
    setIsBusy(true)
    try {
      const query = new URLSearchParams({ organizationId, ...filterOf(values) })
      const address = `/api/campaign/campaign/${encodeURIComponent(_id)}/recipients.csv?${query}`
      const file = `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'campaign'}.csv`
      saveBlob(await api.blob(address, undefined, 'exportCampaignRecipients'), file)
    } catch (error) {
      notifyError(`The recipients were not downloaded. ${failureMessage(error)}`)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, save: () => void save() }
}
