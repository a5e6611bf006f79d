/** What stands against a reminder that staff send, and the sentences of the refusals. */
import type { SkipReason } from '@foyer/contracts/appointments/appointment.ts'
import { isEnded } from '@foyer/contracts/appointments/status.rules.ts'
import type { Reason } from '@foyer/contracts/problem.ts'
import { Refusal } from '../../../http/refusal.ts'
import { notOpen } from '../refusals.rules.ts'
import type { Subject } from './subjects.store.ts'

export type TypeByHand = 'reminder' | 'noShow'

/** The refusal for an appointment that has nothing to be reminded of; null if it may be reminded of. */
export function whyNotOpen({ status, startsAt }: Subject, type: TypeByHand, now: Date): Refusal | null {
  if (type === 'noShow')
    return status === 'noShow' ? null : new Refusal('not_open', 'This visit is not marked as missed.')
  if (isEnded(status)) return notOpen(status)
  if (status === 'arrived' || status === 'admitted') return new Refusal('not_open', 'The patient has come already.')
  return startsAt > now ? null : new Refusal('not_open', 'This visit has begun already.')
}

const SENTENCES: Partial<Record<SkipReason, readonly [Reason, string]>> = {
  opted_out: ['opted_out', 'The patient opted out of texts, and has no e-mail address.'],
  blocked: ['blocked', 'This number is blocked, and the patient has no e-mail address.'],
  no_number: ['no_number', 'The patient has no phone number and no e-mail address.'],
  no_channel: ['no_channel', 'The patient’s number can get no texts from here, and no e-mail can be sent.'],
  no_address: ['no_channel', 'The patient has no e-mail address.'],
  deceased: ['not_deliverable', 'The patient has died.'],
  over_limit: ['rate_limited', 'This number was sent all the texts that it may have in a day.'],
}

/** [ERR-34] The sentence is what the screen says. */
export function notReminded(reason: SkipReason): Refusal {
  const [word, sentence] = SENTENCES[reason] ?? ['not_deliverable', 'No reminder can be sent.']
  return new Refusal(word, sentence)
}
