/** The words of a patient's consents, and which changes staff can make. */
import { CONSENT_SOURCE_MAX } from '@foyer/contracts/defaults.ts'
import type { ConsentEntry } from '@foyer/contracts/patients/chart-calls.ts'
import type { PatientRecord } from '@foyer/contracts/patients/patient-record.ts'

export const CONSENT_WAYS = { phone: 'On the phone', inPerson: 'In person', form: 'On a form' } as const
export type ConsentWay = keyof typeof CONSENT_WAYS

const HOW: Readonly<Record<ConsentEntry['how'], string>> = {
  phone: 'on the phone',
  inPerson: 'in person',
  form: 'on a form',
  import: 'by an import',
  text: 'by text',
  carrier: 'reported by the carrier',
  block: 'by a block',
}

/** "Opted out by text", "Opted in on a form", "Number blocked". */
export function consentWords({ from, to, how }: Pick<ConsentEntry, 'from' | 'to' | 'how'>): string {
  if (to === 'blocked') return 'Number blocked'
  if (from === 'blocked') return to === 'opted_out' ? 'Unblocked, still opted out' : 'Unblocked'
  return `${to === 'opted_out' ? 'Opted out' : 'Opted in'} ${HOW[how]}`
}

export type ConsentChoice =
  | { readonly kind: 'stop' | 'allow' }
  /** Nothing that staff could change. */
  | { readonly kind: 'none'; readonly why: string }

/** Returns the change that staff can make. The API judges again: only the patient takes back a STOP of their own. */
export function choiceOf(
  { phoneNumber, smsStatus }: Pick<PatientRecord, 'phoneNumber' | 'smsStatus'>,
  newest: ConsentEntry | undefined,
): ConsentChoice {
  if (phoneNumber === null) return { kind: 'none', why: 'There is no number to text.' }
  if (smsStatus === 'subscribed') return { kind: 'stop' }
  if (smsStatus === 'blocked')
    return newest?.to === 'opted_out' || newest?.from === 'opted_out'
      ? { kind: 'none', why: 'The number is blocked. When the block ends, it is opted out.' }
      : { kind: 'stop' }
  const isByStaff = newest?.to === 'opted_out' && (newest.how in CONSENT_WAYS || newest.how === 'import')
  if (isByStaff) return { kind: 'allow' }
  return { kind: 'none', why: 'The patient stopped texts themselves. Ask them to text START to your number.' }
}

/** A written consent to promotion, as it is typed. */
export interface TypedConsent {
  readonly on: string
  readonly source: string
}

/** Today is the organization's. */
export function wrongConsent({ on, source }: TypedConsent, today: string): Partial<Record<keyof TypedConsent, string>> {
  const words = source.trim()
  return {
    ...(on === '' && { on: 'Choose the day' }),
    ...(on > today && { on: 'Must not be in the future' }),
    ...(words === '' && { source: 'Say where it is on record' }),
    ...(words.length > CONSENT_SOURCE_MAX && { source: `At most ${CONSENT_SOURCE_MAX} characters` }),
  }
}
