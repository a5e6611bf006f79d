import type { Campaign } from '@foyer/contracts/campaign/campaign.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { failureMessage } from '../../../parts/failure-message.rules.ts'
import { useApi } from '../../../parts/services.tsx'
import { useIdempotencyKeys } from '../../../parts/visits/use-idempotency-keys.ts'
import { notifyError, notifySuccess } from '../../../ui/notify.tsx'

export interface CampaignActions {
  /** The campaign on which a call is running. */
  readonly busy: string | null
  /** Why the last deletion failed. */
  readonly error: string | null
  /** The campaigns that this screen deleted: the event may be late, or this tab may not be connected. */
  readonly removed: ReadonlySet<string>
  readonly copy: (campaign: Campaign) => Promise<void>
  /** True if it is deleted. */
  readonly remove: (campaign: Campaign) => Promise<boolean>
  readonly forget: () => void
}

/** Copies a campaign and opens the copy, or deletes it. The stream tells everybody else. */
export function useCampaignActions(organizationId: string): CampaignActions {
  const api = useApi()
  const navigate = useNavigate()
  const withKey = useIdempotencyKeys()
  const [busy, setBusy] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set())

  async function copy({ _id: id, name }: Campaign): Promise<void> {
    if (busy !== null) return
    setBusy(id)
    try {
      const asked = { params: { id }, body: { organizationId } }
      const { data } = await withKey(asked, (idempotencyKey) => api('copyCampaign', { ...asked, idempotencyKey }))
      notifySuccess(`Copied “${name}”`)
      void navigate(`/campaigns/${data._id}/edit`)
    } catch (failure) {
      notifyError(failureMessage(failure))
    } finally {
      setBusy(null)
    }
  }

  async function remove(campaign: Campaign): Promise<boolean> {
    setBusy(campaign._id)
    setError(null)
    try {
      await api('deleteCampaign', { params: { id: campaign._id } })
      notifySuccess(`Deleted “${campaign.name}”`)
      setRemoved((before) => new Set([...before, campaign._id]))
      return true
    } catch (failure) {
      setError(failureMessage(failure))
      return false
    } finally {
      setBusy(null)
    }
  }
  return { busy, error, removed, copy, remove, forget: () => setError(null) }
}
