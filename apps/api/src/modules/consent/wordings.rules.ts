/** The automatic answers to keywords. Each names the clinic, because the phone shows only a number. */
import type { KeywordEffect } from './consent-words.rules.ts'

interface Named {
  readonly name: string
}

/** [T41] The opt-out confirmation contains no offer and no question. */
export const optOutConfirmation = ({ name }: Named) =>
  `${name}: You are opted out and will get no more texts from us. Reply START to get them again.`

const welcome = ({ name }: Named) => `${name}: You will get our texts again. Reply HELP for help or STOP to opt out.`

export function answerTo(
  word: NonNullable<KeywordEffect['answer']>,
  clinic: Named,
  { helpMessage }: { helpMessage: string },
): string {
  switch (word) {
    case 'opt_out_confirmation':
      return optOutConfirmation(clinic)
    case 'welcome':
      return welcome(clinic)
    case 'help':
      return helpMessage
  }
}
