/** The consents that a row asks for. An import may end texting, and never gives that consent back. */
import type { FieldChange, ImportValue } from '@foyer/contracts/imports/imports.ts'
import type { Values } from './check-row.rules.ts'
import type { CellIssue } from './reading.rules.ts'
import type { NumberConsent } from './stored.rules.ts'

interface Standing {
  readonly values: Values
  readonly stored: Values
  readonly consents: ReadonlyMap<string, NumberConsent>
}

export function consentChange(
  asked: ImportValue | undefined,
  { values, stored, consents }: Standing,
): { readonly change?: FieldChange; readonly issue?: CellIssue } {
  if (typeof asked !== 'boolean') return {}
  const number = values.phoneNumber === undefined ? stored.phoneNumber : values.phoneNumber
  if (typeof number !== 'string') return asked ? {} : { issue: NO_NUMBER }
  const consent = consents.get(number)
  const isEnabled = consent?.textEnable ?? true
  if (asked) return isEnabled ? {} : { issue: { code: 'consent_kept', message: keptWords(consent) } }
  return isEnabled ? { change: { field: 'textEnable', before: true, after: false } } : {}
}

const NO_NUMBER: CellIssue = { code: 'no_number', message: 'Without a phone number there is nothing to turn off' }

function keptWords(consent: NumberConsent | undefined): string {
  return consent?.stoppedByPatient
    ? 'Asked by text to stop. Only they can start again.'
    : "Texting is off. An import doesn't turn it on."
}

/** The source of a consent whose row names none. */
const NO_SOURCE = 'Import'

/** The values of the row with a written consent to promotion that is whole: its day, and where it is on record. */
export function promotionConsent(
  values: Values,
  stored: Values,
): { readonly values: Values; readonly issue?: CellIssue } {
  const { marketingConsentOn: on, marketingConsentSource: source, ...others } = values
  if (on === undefined && source === undefined) return { values }
  if (typeof on === 'string') {
    const same = stored.marketingConsentOn === on ? stored.marketingConsentSource : null
    return { values: { ...values, marketingConsentSource: source ?? same ?? NO_SOURCE } }
  }
  return typeof stored.marketingConsentOn === 'string' ? { values } : { values: others, issue: NO_DAY }
}

const NO_DAY: CellIssue = { code: 'consent_left_out', message: 'Consent to promotion needs its date' }
