/** Checks an e-mail to a patient before it is sent. */
import { isBlank } from '@foyer/contracts/blank.rules.ts'
import { MAIL_CONTENT_MAX, MAIL_SUBJECT_MAX } from '@foyer/contracts/defaults.ts'
import type { Refusals } from '../../../parts/failure-message.rules.ts'

export interface TypedMail {
  readonly mailSubject: string
  readonly mailContent: string
}

type MailErrors = { readonly [Name in keyof TypedMail]?: string }

const formatted = (count: number) => count.toLocaleString('en-US')

export function mailErrors({ mailSubject, mailContent }: TypedMail): MailErrors {
  const [subject, content] = [mailSubject.trim(), mailContent.trim()]
  return {
    ...problem('mailSubject', subject, MAIL_SUBJECT_MAX, 'Enter a subject'),
    ...problem('mailContent', content, MAIL_CONTENT_MAX, 'Write the message'),
  }
}

function problem(name: keyof TypedMail, words: string, max: number, empty: string): MailErrors {
  if (isBlank(words)) return { [name]: empty }
  return words.length > max
    ? { [name]: `${formatted(words.length)} characters are too many: ${formatted(max)} at most` }
    : {}
}

/** The words for the refusals of the e-mail service. */
export const MAIL_REFUSALS: Refusals = {
  conflict: 'The patient’s address has changed since. Check the records.',
  rate_limited: 'The organization has reached today’s email limit.',
  no_channel: 'No e-mail service is set up for this organization.',
}
