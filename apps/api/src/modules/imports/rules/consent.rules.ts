/** The consent that a row asks for. An import may end texting; it never gives consent back. */
import type { FieldChange, ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { Values } from './check-row.rules.ts'
import type { CellIssue } from './reading.rules.ts'
import type { NumberConsent } from './stored.rules.ts'

interface Standing {
  readonly values: Values
  readonly stored: Values
  readonly consent: NumberConsent | null
}

export function consentChange(
  asked: ImportValue | undefined,
  { values, stored, consent }: Standing,
): { readonly change?: FieldChange; readonly issue?: CellIssue } {
  if (typeof asked !== 'boolean') return {}
  const isEnabled = consent?.textEnable ?? true
  if (asked) return isEnabled ? {} : { issue: { code: 'consent_kept', message: keptWords(consent) } }
  if (!isEnabled) return {}
  const number = values.phoneNumber === undefined ? stored.phoneNumber : values.phoneNumber
  if (typeof number !== 'string')
    return { issue: { code: 'no_number', message: 'Without a phone number there is nothing to turn off' } }
  return { change: { field: 'textEnable', before: true, after: false } }
}

function keptWords(consent: NumberConsent | null): string {
  return consent?.stoppedByPatient
    ? 'Asked by text to stop. Only they can start again.'
    : "Texting is off. An import doesn't turn it on."
}
