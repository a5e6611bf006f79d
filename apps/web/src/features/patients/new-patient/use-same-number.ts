import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../../api/client.ts'
import { useHeldValue } from '../../../lib/use-held-value.ts'
import { useApi } from '../../../parts/services.tsx'
import { comparedNumber } from './new-patient.rules.ts'

/** The look-up waits for this pause in typing. */
export const STILL_MS = 250
/** Names that stand on the screen for less have not been read when the button is pressed. */
export const NOTICED_MS = 700
const NOBODY: readonly PatientRecord[] = []
/** The longest page that the call answers. */
const MOST = 100

async function readSameNumber(api: Api, organizationId: string, number: string, signal?: AbortSignal) {
  const body = { organizationId, search: number, limit: MOST }
  const { data } = await api('patientSearch', { body, ...(signal && { signal }) })
  return data.list.filter(({ phoneNumber }) => comparedNumber(phoneNumber) === number)
}

interface SameNumber {
  /** The patients who have the typed number, as far as they are known. */
  readonly others: readonly PatientRecord[]
  /**
   * Looks them up if nobody did. True if the press that asks is no answer to them: they come on the screen now, or came
   * so shortly before it that it was meant for the form without them.
   */
  readonly nameNow: () => Promise<boolean>
}

/**
 * The patients who already have a typed number: as soon as it is complete, and at the latest before the form is sent.
 * A form is sent with the number of others only by a press that came after they could be read.
 */
export function useSameNumber(organizationId: string, typed: string): SameNumber {
  const api = useApi()
  const number = comparedNumber(typed)
  const still = useHeldValue(number ?? '', STILL_MS)
  const [named, setNamed] = useState<{ number: string; others: readonly PatientRecord[] } | null>(null)
  const found = useQuery({
    queryKey: ['sameNumber', organizationId, still],
    queryFn: ({ signal }) => readSameNumber(api, organizationId, still, signal),
    enabled: still !== '',
    gcTime: 0,
    retry: false,
  })
  const looked = number !== null && still === number ? found.data : undefined
  const shown = looked ?? (named !== null && named.number === number ? named.others : undefined)
  const noticed = useHeldValue(number !== null && shown !== undefined && shown.length > 0 ? number : '', NOTICED_MS)
  return {
    others: shown ?? NOBODY,
    nameNow: async () => {
      if (number === null || shown?.length === 0 || noticed === number || named?.number === number) return false
      const others = shown ?? (await readSameNumber(api, organizationId, number))
      setNamed({ number, others })
      return others.length > 0
    },
  }
}
