import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { useState } from 'react'
import { useApi } from '../../parts/services.tsx'
import type { LiveRows } from '../../parts/use-live-collection.ts'
import { useIdempotencyKeys } from '../../parts/visits/use-idempotency-keys.ts'
import { notifyError, notifySuccess } from '../../ui/notify.tsx'
import { faxFailure } from './fax-failure.rules.ts'

export interface FaxActions {
  /** The fax on which a call is running. */
  readonly busy: string | null
  readonly cancel: (fax: Fax) => Promise<void>
  readonly sendAgain: (fax: Fax) => Promise<void>
  /** An empty name takes the name away. True if it was saved. */
  readonly rename: (fax: Fax, name: string) => Promise<boolean>
}

/** The list shows the outcome at once, and the stream tells everybody else. */
export function useFaxActions(organizationId: string, faxes: LiveRows<Fax, undefined>): FaxActions {
  const api = useApi()
  const withKey = useIdempotencyKeys()
  const [busy, setBusy] = useState<string | null>(null)

  async function run(fax: Fax, work: () => Promise<void>): Promise<boolean> {
    if (busy !== null) return false
    setBusy(fax._id)
    try {
      await work()
      return true
    } catch (error) {
      notifyError(faxFailure(error))
      return false
    } finally {
      setBusy(null)
    }
  }

  return {
    busy,
    async cancel(fax) {
      await run(fax, async () => {
        const { data, epoch } = await api('cancelFax', { body: { organizationId, faxId: fax._id } })
        faxes.put(epoch, [data])
        notifySuccess('Fax canceled')
      })
    },
    async sendAgain(fax) {
      await run(fax, async () => {
        const body = { organizationId, faxId: fax._id, what: 'all' as const }
        const { data, epoch } = await withKey(body, (idempotencyKey) => api('sendFaxAgain', { body, idempotencyKey }))
        faxes.put(epoch, [data])
        notifySuccess(`Fax to ${displayPhone(data.number)} is on its way again`)
      })
    },
    rename: (fax, name) =>
      run(fax, async () => {
        await api('nameFaxNumber', { body: { organizationId, number: fax.number, name } })
        notifySuccess(name === '' ? 'Name removed' : `${displayPhone(fax.number)} is now ${name}`)
      }),
  }
}
