import type { References } from '@foyer/contracts/chatbot/findings.rules.ts'
import { useMemo } from 'react'
import { useColleagues } from '../../parts/use-colleagues.ts'
import { useDoctors } from '../../parts/visits/use-doctors.ts'
import type { Offered } from './settings/settings.rules.ts'
import { useBotFiles } from './use-bot-files.ts'

const REQUEST_TYPES = [
  { _id: 'appointment', name: 'Appointment' },
  { _id: 'prescription', name: 'Prescription' },
  { _id: 'billing', name: 'Billing' },
  { _id: 'concierge', name: 'Concierge' },
  { _id: 'other', name: 'Other' },
] as const

/** Stands for a list that only the server knows: it checks these when the draft is saved. */
class Everything extends Set<string> {
  override has(): boolean {
    return true
  }
}

const NONE: ReadonlySet<string> = new Set()
const EVERYTHING: ReadonlySet<string> = new Everything()

/** The people and things that blocks may name, for the fields and for the check. */
export function useOffered(organizationId: string): { readonly offered: Offered; readonly references: References } {
  const { colleagues } = useColleagues(organizationId)
  const { doctors, byId } = useDoctors(organizationId)
  const files = useBotFiles(organizationId)
  return useMemo(
    () => ({
      offered: { staff: colleagues, doctors, requestTypes: REQUEST_TYPES, files },
      references: {
        staff: colleagues.length === 0 ? EVERYTHING : new Set(colleagues.map(({ _id }) => _id)),
        doctors: byId.size === 0 ? EVERYTHING : new Set(doctors.map(({ _id }) => _id)),
        files: files.all === undefined ? EVERYTHING : new Set(files.all.map(({ _id }) => _id)),
        ...{ roles: EVERYTHING, forms: EVERYTHING, endpoints: EVERYTHING, keywords: NONE },
      },
    }),
    [colleagues, doctors, byId, files],
  )
}
