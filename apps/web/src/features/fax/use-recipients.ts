import { useEffect, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useApi } from '../../parts/services.tsx'

type Recipient = Reply<'faxRecipients'>['data'][number]

const MOST = 50

/** The numbers that the organization has named or faxed. The field works without them, so a failure is not shown. */
export function useRecipients(organizationId: string): readonly Recipient[] {
  const api = useApi()
  const [recipients, setRecipients] = useState<readonly Recipient[]>([])
  useEffect(() => {
    const leaving = new AbortController()
    api('faxRecipients', { query: { organizationId, limit: MOST }, signal: leaving.signal }).then(
      ({ data }) => setRecipients(data),
      () => undefined,
    )
    return () => leaving.abort()
  }, [api, organizationId])
  return recipients
}
