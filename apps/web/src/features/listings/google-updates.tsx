import { type EditField, editFields } from '@foyer/contracts/listings/listing.rules.ts'
import type { Listing } from '@foyer/contracts/listings/listing.ts'
import { useQuery } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../parts/failure-message.rules.ts'
import { useListingsApi } from '../../parts/listings/use-listings-api.ts'
import { offlineReason } from '../../parts/use-offline.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { notifySuccess } from '../../ui/notify.tsx'
import { WhatChanges } from './what-changes.tsx'

interface GoogleUpdatesProps {
  organizationId: string
  locationId: string
  saved: Listing
  offline: boolean
  onSettled: () => void
}

/** Shows what Google or its users changed in the listing: it is accepted, or the clinic's own is put back. */
export function GoogleUpdates({ organizationId, locationId, saved, offline, onSettled }: GoogleUpdatesProps) {
  const api = useListingsApi(organizationId)
  const params = { id: locationId }
  const [busy, setBusy] = useState<'accept' | 'revert' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const updates = useQuery({
    queryKey: ['listingGoogleUpdates', organizationId, locationId],
    queryFn: ({ signal }) => api('listingGoogleUpdates', { params, signal }),
    gcTime: 0,
  })
  const fields = editFields.filter((field) => updates.data?.diffMask.includes(field))
  const pending = editFields.filter((field) => updates.data?.pendingMask.includes(field))

  async function settle(how: 'accept' | 'revert', chosen: EditField[]) {
    setBusy(how)
    setProblem(null)
    try {
      await api(how === 'accept' ? 'acceptGoogleUpdates' : 'revertGoogleUpdates', { params, body: { fields: chosen } })
      notifySuccess(how === 'accept' ? 'Google’s changes accepted' : 'Your own put back')
      await updates.refetch()
      onSettled()
    } catch (error) {
      setProblem(failureMessage(error))
    } finally {
      setBusy(null)
    }
  }

  if (fields.length === 0 && pending.length === 0) return null
  return (
    <div className="bg-warn/40">
      {pending.length > 0 && (
        <p role="status" className="flex items-center gap-1.5 px-4 pt-4 text-sm md:px-5">
          <Info aria-hidden size={16} className="shrink-0" />
          Google is looking at the last changes. They are public once it has.
        </p>
      )}
      {fields.length > 0 && (
        <>
          <WhatChanges
            before={saved}
            after={updates.data?.location ?? {}}
            fields={fields}
            title="Google has changed this listing"
            headings={['Yours', 'On Google']}
          />
          {problem !== null && (
            <div className="px-4 pb-3 md:px-5">
              <FormProblem>{problem}</FormProblem>
            </div>
          )}
          <div className="flex flex-wrap gap-2 px-4 pb-5 md:px-5">
            <Button
              kind="primary"
              busy={busy === 'accept'}
              disabledReason={offlineReason(offline, 'Accepting')}
              onClick={() => void settle('accept', fields)}
            >
              Accept
            </Button>
            <Button
              busy={busy === 'revert'}
              disabledReason={offlineReason(offline, 'Putting back')}
              onClick={() => void settle('revert', fields)}
            >
              Put back
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
