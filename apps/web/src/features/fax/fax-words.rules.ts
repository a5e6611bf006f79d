/** The words of a fax in a list. */

import { nextStep, whatHappened } from '@foyer/contracts/fax/fax.rules.ts'
import type { Fax } from '@foyer/contracts/fax/fax.ts'
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import { momentLabel } from '../../lib/time-labels.rules.ts'

export function recipient({ name, number }: Pick<Fax, 'name' | 'number'>): string {
  return name ?? displayPhone(number)
}

/** "The line was busy. Next try at 3:18 PM." "This number is not in service. Check the number." */
export function outcomeWords(fax: Fax, now: Date, timezone: string): string | null {
  const happened = whatHappened(fax)
  const step = nextStep(fax)
  const next = fax.nextAttemptAt === null ? null : `Next try at ${momentLabel(fax.nextAttemptAt, now, timezone)}.`
  const words = [happened, next, step === null ? null : `${step}.`].filter((part) => part !== null)
  return words.length === 0 ? null : words.join(' ')
}

/** "referral.pdf, 3 pages, 2 tries" */
export function factsOf({ file, pages, attempts }: Fax): string {
  const counted = pages === null ? [] : [pages === 1 ? '1 page' : `${pages} pages`]
  const tries = attempts.length > 1 ? [`${attempts.length} tries`] : []
  return [file.name, ...counted, ...tries].join(', ')
}
