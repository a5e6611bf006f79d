/** What the house says by itself. Each names the clinic, since a phone shows a bare number. */
import { displayPhone } from '@foyer/contracts/phone.rules.ts'
import type { Heard } from '../consent/consent-words.rules.ts'

interface Named {
  readonly name: string
  readonly smsNumber: string | null
}

/** [T41] A confirmation and nothing else: no offer, no question. */
export const farewell = ({ name }: Named) =>
  `${name}: You are opted out and will get no more texts from us. Reply START to get them again.`

const welcome = ({ name }: Named) => `${name}: You will get our texts again. Reply HELP for help or STOP to opt out.`

export const defaultHelp = ({ name, smsNumber }: Named) =>
  `${name}: For help, call or text us${smsNumber === null ? '' : ` at ${displayPhone(smsNumber)}`}. Reply STOP to opt out.`

export const DEFAULT_AFTER_HOURS =
  'Thank you for your message. We are closed right now and will answer when we are open again. In an emergency, call 911.'

export function answerTo(
  word: NonNullable<Heard['answer']>,
  clinic: Named,
  { helpMessage }: { helpMessage: string },
): string {
  switch (word) {
    case 'farewell':
      return farewell(clinic)
    case 'welcome':
      return welcome(clinic)
    case 'help':
      return helpMessage
  }
}
